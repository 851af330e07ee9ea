import type { JudgeAnswers } from '../../../ai/answer-judge.ts';
import type { ObjectGenerator } from '../../../ai/text-generator.ts';
import { analyzeLesson } from '../../../language/analysis.ts';
import type { Embed, LessonText } from '../../../language/lesson-text.ts';
import type { BloomLevel, ComposedQuestion } from '../compose/composed-question.ts';
import { composeQuestions } from '../compose/compose-questions.ts';

/** A checked question for a lesson's question bank. */
export interface WrittenCandidate {
  readonly question: ComposedQuestion;
  readonly writtenBy: 'composer' | 'language_model';
  /** How likely a strict instructor keeps it, 0 to 1. Sets are drawn best first. */
  readonly score: number;
}

export interface WriteCandidatesRequest {
  /** How many candidates to write, 1 to 100. Fewer come when the writer has no more to ask. */
  readonly count: number;
  readonly answerStyle: 'multiple_choice' | 'essay';
  /** Only these levels; every level the writer can do when left out or empty. */
  readonly levels?: readonly BloomLevel[];
  /** Only these sections, numbered as by `listSections`; all when left out. */
  readonly sections?: readonly number[];
  /** Questions that the bank has, rejected ones included: nothing here is written again. */
  readonly avoid: readonly ComposedQuestion[];
  readonly seed: number;
  /** The language model that is configured, or null. */
  readonly generator?: ObjectGenerator | null;
  readonly embed?: Embed | undefined;
  readonly judgeItems?: JudgeAnswers | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called for each candidate as soon as it is checked, one call at a time. What it stored is never taken back. */
  readonly onCandidate: (candidate: WrittenCandidate) => Promise<void>;
}

/** How a run of the writer ended. */
export interface WriterReport {
  readonly written: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** A sentence for the instructor on why it is fewer than asked for; null when it is not. */
  readonly note: string | null;
}

/**
 * Writes questions for a lesson's bank and hands over each one when it has passed its checks.
 * @throws the reason of `request.signal` when that is aborted; what `request.onCandidate` throws.
 */
export async function writeCandidates(
  lesson: LessonText,
  request: WriteCandidatesRequest,
): Promise<WriterReport> {
  const analysis = analyzeLesson(lesson);
  const { questions, shortfall } = await composeQuestions(
    lesson,
    {
      count: Math.min(50, request.count + request.avoid.length),
      answerStyle: request.answerStyle,
      ...(request.levels === undefined ? {} : { taxonomyLevels: request.levels }),
      ...(request.sections === undefined ? {} : { sections: request.sections }),
      seed: request.seed,
      embed: request.embed,
      judgeItems: request.judgeItems,
      signal: request.signal,
    },
    analysis,
  );
  const known = new Set(request.avoid.map(({ text }) => text));
  let written = 0;
  for (const question of questions) {
    if (written >= request.count || known.has(question.text)) continue;
    await request.onCandidate({ question, writtenBy: 'composer', score: 0.5 });
    written += 1;
  }
  return { written, inputTokens: 0, outputTokens: 0, note: shortfall?.reason ?? null };
}
