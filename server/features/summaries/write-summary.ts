import type { SummaryLength } from '../../../contract/lessons.ts';
import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { WorkerDependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { getLessonText } from '../lessons/get-lesson-text.ts';
import { setLessonSummary } from '../lessons/set-lesson-summary.ts';
import { composeSummary } from './compose/compose-summary.ts';

/**
 * Writes a lesson's summary and keeps it with the lesson.
 * @throws {ProblemError} nothing_to_work_with when the lesson holds no complete English statement.
 */
export async function writeSummary(
  dependencies: Pick<WorkerDependencies, 'database' | 'textEmbedder'>,
  { lesson_id: lessonId, length }: { readonly lesson_id: number; readonly length: SummaryLength },
  signal: AbortSignal,
): Promise<{ lesson_id: number }> {
  const { lesson, text, timeEvidence } = await getLessonText(dependencies, lessonId);
  const summary = await composeSummary(text, {
    length,
    embed: (texts, abort) => dependencies.textEmbedder.embed(texts, abort),
    signal,
  });
  if (summary.points.length === 0) {
    throw new ProblemError(
      'nothing_to_work_with',
      'The lesson holds no complete English sentences to summarise. Nothing was changed.',
    );
  }
  await inTransaction(dependencies.database, async (transaction) => {
    await setLessonSummary({ database: transaction }, lessonId, {
      text: summary.text,
      points: summary.points.map((point) => ({ ...point, evidence: timeEvidence(point.evidence) })),
      length,
      keyTerms: summary.keyTerms.map((term) => ({ ...term, evidence: timeEvidence(term.evidence) })),
      note: null,
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
