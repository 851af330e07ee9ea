import { z } from 'zod';
import type { SummaryLength } from '#contract/lessons.ts';
import { inTransaction } from '#server/database/database.ts';
import { awaitJobAnswer } from '#server/jobs/await-job-answer.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/problem-error.ts';
import { beginLessonWork } from '../activity/lesson-work.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import type { LessonRow } from '../lessons/lesson.store.ts';
import { summarizeLesson } from './summary.jobs.ts';

type Needed = Pick<Dependencies, 'clock' | 'database' | 'jobs' | 'events'>;

/** @throws {ProblemError} not_found; transcript_missing; nothing_to_work_with. */
export async function summarizeVideo(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  length: SummaryLength,
): Promise<LessonRow> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.document_source_id === null) {
    throw new ProblemError('lesson_without_transcript');
  }
  return summarize(dependencies, actor, lesson, length);
}

/**
 * @param documentSourceId as the page knows it; it must be the lesson's own.
 * @throws {ProblemError} not_found; validation_failed without a document; nothing_to_work_with.
 */
export async function summarizeFile(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  documentSourceId: string,
  length: SummaryLength,
): Promise<LessonRow> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (documentSourceId === '' || lesson.document_source_id === null) {
    throw invalidField('docsource_id', 'document_source_missing');
  }
  if (documentSourceId !== lesson.document_source_id) {
    throw new ProblemError('document_not_in_lesson');
  }
  return summarize(dependencies, actor, lesson, length);
}

async function summarize(
  dependencies: Needed,
  actor: Actor,
  lesson: LessonRow,
  length: SummaryLength,
): Promise<LessonRow> {
  const jobId = await inTransaction(dependencies.database, async (transaction) => {
    const id = await dependencies.jobs.enqueue(transaction, summarizeLesson, {
      instructor_id: actor.instructorId,
      lesson_id: lesson.id,
      length,
    });
    await beginLessonWork(
      { database: transaction },
      { id, name: summarizeLesson.name, work: 'summary' },
      lesson,
    );
    return id;
  });
  await awaitJobAnswer(dependencies, summarizeLesson, jobId, z.object({ lesson_id: z.int() }));
  return getOwnLesson(dependencies, actor, lesson.id);
}
