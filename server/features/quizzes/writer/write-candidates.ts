import type { JudgeAnswers } from '../../../ai/answer-judge.ts';
import type { ObjectGenerator } from '../../../ai/text-generator.ts';
import type { Embed, LessonText } from '../../../language/lesson-text.ts';
import { EXPLAINED_REASONS } from '../../../language-model/explained-reasons.ts';
import type { BloomLevel, ComposedQuestion, Difficulty } from '../compose/composed-question.ts';
import { composeQuestions } from '../compose/compose-questions.ts';
import type { SessionEnd } from '../../../language-model/model-session.ts';
import { writeByModel } from './write-by-model.ts';
import { writeByReading } from './write-by-reading.ts';

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
  /** Only this difficulty, where the writer can aim for one. */
  readonly difficulty?: Difficulty | undefined;
  /** Only these sections, numbered as by `listSections`; all when left out. */
  readonly sections?: readonly number[];
  /** Questions that the bank has, rejected ones included: nothing here is written again. */
  readonly avoid: readonly ComposedQuestion[];
  readonly seed: number;
  /** The language model that writes; without one the rules write. */
  readonly generator?: ObjectGenerator | null | undefined;
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
 * Writes questions for a lesson's bank and hands over each one when it has passed its checks: by the language model where
 * one is given, by the rules otherwise and while the model cannot be used.
 * @throws the reason of `request.signal` when that is aborted; what `request.onCandidate` throws.
 */
export async function writeCandidates(
  lesson: LessonText,
  request: WriteCandidatesRequest,
): Promise<WriterReport> {
  const { generator } = request;
  if (generator === undefined || generator === null) return writeByRules(lesson, request);
  // Small models assemble what they read; essays from them are the rules'.
  if (generator.readsOnly === true && request.answerStyle === 'essay') return writeByRules(lesson, request);
  const write = generator.readsOnly === true ? writeByReading : writeByModel;
  const report = await write(lesson, request, generator);
  const { written, inputTokens, outputTokens, end } = report;
  if (written >= request.count) return { written, inputTokens, outputTokens, note: null };
  if (end === null || end === 'refused')
    return { written, inputTokens, outputTokens, note: explainFew(written) };
  // The service is down: some questions now are better than none, and the note says whose they are.
  const rest = await writeByRules(lesson, { ...request, count: request.count - written });
  return {
    written: written + rest.written,
    inputTokens,
    outputTokens,
    note: `${explainEnd(end)}, so Lectern wrote ${rest.written === 0 ? 'no more questions' : `${rest.written} of ${written + rest.written} questions without it`}.`,
  };
}

async function writeByRules(lesson: LessonText, request: WriteCandidatesRequest): Promise<WriterReport> {
  const { questions } = await composeQuestions(lesson, {
    count: Math.min(50, request.count + request.avoid.length),
    answerStyle: request.answerStyle,
    ...(request.levels === undefined ? {} : { taxonomyLevels: request.levels }),
    ...(request.difficulty === undefined ? {} : { difficulty: request.difficulty }),
    ...(request.sections === undefined ? {} : { sections: request.sections }),
    seed: request.seed,
    embed: request.embed,
    judgeItems: request.judgeItems,
    signal: request.signal,
  });
  const known = new Set(request.avoid.map(({ text }) => text));
  let written = 0;
  for (const question of questions) {
    if (written >= request.count || known.has(question.text)) continue;
    await request.onCandidate({ question, writtenBy: 'composer', score: 0.5 });
    written += 1;
  }
  return {
    written,
    inputTokens: 0,
    outputTokens: 0,
    note: written >= request.count ? null : explainFew(written),
  };
}

const explainEnd = (end: Exclude<SessionEnd, 'refused'>): string =>
  end === 'unusable' ? 'The answers of the language model could not be used' : EXPLAINED_REASONS[end];

/** Says what Lectern could do, not what the lesson lacks. */
const explainFew = (written: number): string => {
  const count =
    written === 0
      ? 'no good question'
      : written === 1
        ? 'only one good question'
        : `only ${written} good questions`;
  return `Lectern could write ${count} here. Write one yourself, choose a sentence to ask about, or try again.`;
};
