import { SUMMARY_LENGTHS, type SummaryLength, type SummaryModelUse } from '#contract/lessons.ts';
import { message } from '#contract/messages/make-message.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { meterGenerator, meterOf, useOf } from '../language-model/budget.ts';
import { compareText } from '../lessons/compare-text.ts';
import { getLessonText } from '../lessons/lesson-text.ts';
import { replaceAllEvidence } from '../lessons/place-evidence.ts';
import { storeSummary } from './store-summary.ts';
import { readUncertainSpeech } from '../lessons/uncertain-speech.ts';
import type { OtherSummary } from './summaries.store.ts';
import { composeSummaries, explainEmptySummary, type SummaryRequest } from './compose/compose-summary.ts';
import {
  deletePartResults,
  deletePartResultsBefore,
  insertPartResult,
  listPartResults,
} from './summary-stretches.store.ts';
import { summarizeByModel, type KeptParts, type ModelSummary } from './writer/summarize-by-model.ts';

/** Shorter than the job's expiry, to leave time for storing the summary. */
export const SUMMARY_DEADLINE_MILLISECONDS = 240_000;

/** If the transcript keeps changing, the last summary is stored anyway, with outdated points marked. */
const MOST_ATTEMPTS = 3;

/** Above this uncertain share of a transcript, the summary's note says so. */
const MUCH = 0.15;

/**
 * Writes a lesson's summary and stores it with the lesson. Starts over if the lesson's text was replaced in the meantime.
 * Without a language model, the other lengths cost next to nothing and are written with it, unless an instructor edited them.
 * If a language model does not finish in time, sentences of the lesson fill the rest; the next attempt continues where it stopped.
 * @throws {ProblemError} nothing_to_work_with when the lesson holds no complete English statement.
 */
export async function writeSummary(
  dependencies: Pick<
    WorkerDependencies,
    'clock' | 'database' | 'textEmbedder' | 'answerJudge' | 'languageModels' | 'log'
  >,
  request: {
    readonly lesson_id: number;
    readonly length: SummaryLength;
    readonly replaces_edits?: boolean;
  },
  signal: AbortSignal,
  attempt = 1,
  deadline = dependencies.clock.timeoutSignal(SUMMARY_DEADLINE_MILLISECONDS),
): Promise<{ lesson_id: number }> {
  const { lesson_id: lessonId, length, replaces_edits: replacesEdits = false } = request;
  const { lesson, text, timeEvidence } = await getLessonText(dependencies, lessonId);
  const speech = await readUncertainSpeech(dependencies, lesson);
  const isRough = speech.share > MUCH;
  const { summary, others, modelUse } = await composeOrSupply(dependencies, text, {
    length,
    embed: (texts, abort) => dependencies.textEmbedder.embed(texts, abort),
    judge: (...asked) => dependencies.answerJudge.judge(...asked),
    isUncertain: speech.isUncertain,
    signal,
    lessonId,
    accountId: lesson.instructor_id,
    deadline,
  });
  if (summary.points.length === 0) {
    throw new ProblemError(isRough ? 'summary_transcript_uncertain' : explainEmptySummary(text));
  }
  const points = await replaceAllEvidence(summary.points, timeEvidence);
  const keyTerms = await replaceAllEvidence(summary.keyTerms, timeEvidence);
  const note =
    summary.note === null && isRough
      ? message('summary_transcript_rough', { percent: Math.round(100 * speech.share) })
      : summary.note;
  const timedOthers = await Promise.all(
    others.map(async (other) => ({ ...other, points: await replaceAllEvidence(other.points, timeEvidence) })),
  );
  const written = { lesson, passages: text.passages };
  const isStored = await inTransaction(dependencies.database, async (transaction) => {
    const inside = { database: transaction };
    if (attempt < MOST_ATTEMPTS && (await compareText(inside, written)) === 'replaced') return false;
    await storeSummary(inside, written, {
      length,
      text: summary.text,
      points,
      keyTerms,
      note,
      isEdited: false,
      modelUse,
      replacesEdits,
      others: timedOthers,
    });
    if (!summary.isUnfinished) await deletePartResults(transaction, lessonId);
    await announce(transaction, {
      kind: 'lesson',
      instructorId: lesson.instructor_id,
      event: {
        type: 'lesson',
        lesson_id: lessonId,
        course_id: lesson.course_id,
        work: 'summary',
        status: 'done',
        progress: 100,
        message: null,
        message_coded: null,
      },
    });
    return true;
  });
  if (!isStored) return writeSummary(dependencies, request, signal, attempt + 1, deadline);
  return { lesson_id: lessonId };
}

async function composeOrSupply(
  dependencies: Pick<WorkerDependencies, 'clock' | 'database' | 'languageModels' | 'log'>,
  lesson: LessonText,
  request: SummaryRequest & {
    readonly length: SummaryLength;
    readonly lessonId: number;
    readonly accountId: number;
    readonly deadline: AbortSignal;
  },
): Promise<{
  summary: Pick<ModelSummary, 'points' | 'text' | 'keyTerms' | 'note' | 'isUnfinished'>;
  others: OtherSummary[];
  modelUse: SummaryModelUse | null;
}> {
  const { database, languageModels, log } = dependencies;
  const model = languageModels.current();
  const { generator: textGenerator } = model;
  if (textGenerator === null || textGenerator.statementWriter !== undefined) {
    const composed = await composeSummaries(lesson, request);
    return {
      summary: { ...composed[request.length], note: null, isUnfinished: false },
      others: SUMMARY_LENGTHS.filter((length) => length !== request.length).map((length) => ({
        length,
        ...composed[length],
      })),
      modelUse: null,
    };
  }
  const { lessonId, accountId } = request;
  const before = await listPartResults(database, lessonId);
  const parts: KeptParts = {
    find: (fingerprint) => before.get(fingerprint),
    keep: (fingerprint, written) => insertPartResult(database, lessonId, fingerprint, written),
  };
  const { generator } = meterGenerator(textGenerator, meterOf(dependencies, accountId, model));
  const summary = await summarizeByModel(lesson, { ...request, kept: parts }, generator);
  const { tokens, kept, dropped, note } = summary;
  const use = useOf(tokens, textGenerator.prices);
  log.info(
    // Its cost, but none of its text.
    { languageModel: textGenerator.name, ...use, kept, dropped, note },
    'A language model wrote for a summary.',
  );
  return {
    summary,
    others: [],
    modelUse: kept === 0 ? null : { model: textGenerator.name, ...use },
  };
}

const UNFINISHED_DAYS = 7;
const DAY_MILLISECONDS = 86_400_000;

/** Deletes the parts of summaries that were not finished within a week. Returns how many. */
export const forgetUnfinishedSummaries = (
  { database }: Pick<WorkerDependencies, 'database'>,
  now: Date,
): Promise<number> =>
  deletePartResultsBefore(database, new Date(now.getTime() - UNFINISHED_DAYS * DAY_MILLISECONDS));
