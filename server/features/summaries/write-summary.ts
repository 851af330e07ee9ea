import { SUMMARY_LENGTHS, type SummaryLength } from '#contract/lessons.ts';
import { inTransaction } from '#server/database/database.ts';
import { announce } from '#server/events/event-bus.ts';
import type { Evidence, LessonText } from '#server/language/lesson-text.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';
import { getLessonText } from '../lessons/lesson-text.ts';
import { keepSummary, type OtherSummary } from './summaries.store.ts';
import { composeSummaries, explainEmptySummary, type SummaryRequest } from './compose/compose-summary.ts';
import { summarizeByModel, type ModelSummary } from './writer/summarize-by-model.ts';
import { countCost } from '#server/ai/token-cost.ts';

/**
 * Writes a lesson's summary and keeps it with the lesson. Without a language model, the other lengths cost next to nothing
 * and are written with it, unless an instructor edited them.
 * @throws {ProblemError} nothing_to_work_with when the lesson holds no complete English statement.
 */
export async function writeSummary(
  dependencies: Pick<
    WorkerDependencies,
    'database' | 'textEmbedder' | 'answerJudge' | 'textGenerator' | 'log'
  >,
  { lesson_id: lessonId, length }: { readonly lesson_id: number; readonly length: SummaryLength },
  signal: AbortSignal,
): Promise<{ lesson_id: number }> {
  const { lesson, text, timeEvidence } = await getLessonText(dependencies, lessonId);
  const { summary, others } = await composeOrSupply(dependencies, text, {
    length,
    embed: (texts, abort) => dependencies.textEmbedder.embed(texts, abort),
    judge: (...asked) => dependencies.answerJudge.judge(...asked),
    signal,
  });
  if (summary.points.length === 0) {
    throw new ProblemError(explainEmptySummary(text));
  }
  const timeEach = <Point extends { readonly evidence: Evidence }>(points: readonly Point[]) =>
    Promise.all(points.map(async (point) => ({ ...point, evidence: await timeEvidence(point.evidence) })));
  const points = await timeEach(summary.points);
  const keyTerms = await timeEach(summary.keyTerms);
  const timedOthers = await Promise.all(
    others.map(async (other) => ({ ...other, points: await timeEach(other.points) })),
  );
  await inTransaction(dependencies.database, async (transaction) => {
    await keepSummary(transaction, lessonId, {
      length,
      text: summary.text,
      points,
      keyTerms,
      note: summary.note,
      isEdited: false,
      others: timedOthers,
    });
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
  });
  return { lesson_id: lessonId };
}

async function composeOrSupply(
  { textGenerator, log }: Pick<WorkerDependencies, 'textGenerator' | 'log'>,
  lesson: LessonText,
  request: SummaryRequest & { readonly length: SummaryLength },
): Promise<{
  summary: Pick<ModelSummary, 'points' | 'text' | 'keyTerms' | 'note'>;
  others: OtherSummary[];
}> {
  if (textGenerator === null || textGenerator.statementWriter !== undefined) {
    const composed = await composeSummaries(lesson, request);
    return {
      summary: { ...composed[request.length], note: null },
      others: SUMMARY_LENGTHS.filter((length) => length !== request.length).map((length) => ({
        length,
        ...composed[length],
      })),
    };
  }
  const summary = await summarizeByModel(lesson, request, textGenerator);
  const { tokens, kept, dropped, note } = summary;
  // What it cost, and nothing of what was said.
  const cost = countCost(tokens, textGenerator.prices);
  log.info(
    { languageModel: textGenerator.name, tokens, cost, kept, dropped, note },
    'A language model wrote for a summary.',
  );
  return { summary, others: [] };
}
