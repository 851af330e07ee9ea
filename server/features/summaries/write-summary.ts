import type { SummaryLength } from '../../../contract/lessons.ts';
import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { LessonText } from '../../language/lesson-text.ts';
import type { WorkerDependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { getLessonText } from '../lessons/get-lesson-text.ts';
import { setLessonSummary } from '../lessons/set-lesson-summary.ts';
import { composeSummary, type SummaryRequest } from './compose/compose-summary.ts';
import { explainEmptySummary } from './compose/explain-empty-summary.ts';
import type { ModelSummary } from './writer/summarize-by-model.ts';
import { summarizeByModel } from './writer/summarize-by-model.ts';
import { countCost } from '../../ai/token-cost.ts';

/**
 * Writes a lesson's summary and keeps it with the lesson.
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
  const summary = await composeOrSupply(dependencies, text, {
    length,
    embed: (texts, abort) => dependencies.textEmbedder.embed(texts, abort),
    judge: (...asked) => dependencies.answerJudge.judge(...asked),
    signal,
  });
  if (summary.points.length === 0) {
    throw new ProblemError('nothing_to_work_with', explainEmptySummary(text));
  }
  await inTransaction(dependencies.database, async (transaction) => {
    await setLessonSummary({ database: transaction }, lessonId, {
      text: summary.text,
      points: summary.points.map((point) => ({ ...point, evidence: timeEvidence(point.evidence) })),
      length,
      keyTerms: summary.keyTerms.map((term) => ({ ...term, evidence: timeEvidence(term.evidence) })),
      note: summary.note,
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
      },
    });
  });
  return { lesson_id: lessonId };
}

async function composeOrSupply(
  { textGenerator, log }: Pick<WorkerDependencies, 'textGenerator' | 'log'>,
  lesson: LessonText,
  request: SummaryRequest & { readonly length: SummaryLength },
): Promise<Pick<ModelSummary, 'points' | 'text' | 'keyTerms' | 'note'>> {
  if (textGenerator === null || textGenerator.readsOnly === true)
    return { ...(await composeSummary(lesson, request)), note: null };
  const summary = await summarizeByModel(lesson, request, textGenerator);
  const { tokens, kept, dropped, note } = summary;
  // What it cost, and nothing of what was said.
  const cost = countCost(tokens, textGenerator.prices);
  log.info(
    { languageModel: textGenerator.name, tokens, cost, kept, dropped, note },
    'A language model wrote for a summary.',
  );
  return summary;
}
