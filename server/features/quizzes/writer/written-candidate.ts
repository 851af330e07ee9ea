import type { Message } from '#contract/messages/message.ts';
import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import type { ObjectGenerator, TokenCount } from '#server/ai/text-generator.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import type { SessionEnd } from '#server/ai/language-model/model-session.ts';
import type { BloomLevel, Difficulty } from '#contract/quizzes.ts';
import type { WrittenQuestion } from './written-question.ts';

/** A checked question for a lesson's question bank. */
export interface WrittenCandidate {
  readonly question: WrittenQuestion;
  readonly writtenBy: 'language_model' | 'small_model';
  /** How likely a strict instructor keeps it, 0 to 1. Sets are drawn best first. */
  readonly score: number;
}

export interface WriteCandidatesRequest {
  /** How many candidates to write, 1 to 100. Fewer come when the writer has no more to ask. */
  readonly count: number;
  readonly answerStyle: 'multiple_choice' | 'essay';
  /** Only these levels; every level the writer can do when left out or empty. */
  readonly levels?: readonly BloomLevel[];
  /** Only this difficulty, where the writer can aim for one. */
  readonly difficulty?: Difficulty | undefined;
  /** Only these sections, numbered as by `listSections`; all when left out. */
  readonly sections?: readonly number[];
  /** Questions that the bank has, rejected ones included: nothing here is written again. */
  readonly avoid: readonly WrittenQuestion[];
  readonly seed: number;
  /** The language model that writes; without one, no questions are written. */
  readonly generator: ObjectGenerator | null;
  readonly embed?: Embed | undefined;
  /** Judges which sentences state key facts, for the small model. */
  readonly judge?: JudgeAnswers | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called for each candidate as soon as it is checked, one call at a time. What it stored is never taken back. */
  readonly onCandidate: (candidate: WrittenCandidate) => Promise<void>;
}

/** How a run of the writer ended. */
export interface WriterReport {
  readonly written: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether the run stopped because the model cannot be used now. */
  readonly isInterrupted?: boolean;
  /** What was requested and the writer cannot do, for the instructor. */
  readonly limit?: Message | null;
  /** A sentence for the instructor on why it is fewer than asked for; null when it is not. */
  readonly note: Message | null;
}

/** What a language model did in a run of the writer. */
export interface ModelReport extends TokenCount {
  readonly written: number;
  /** Why it was not asked for more; null when nothing was wrong. */
  readonly end: SessionEnd | null;
  readonly explanation?: Message | undefined;
}
