import { z } from 'zod';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { awaitJobAnswer } from '#server/platform/jobs/await-job-answer.ts';
import { invalidField } from '#server/platform/problem-error.ts';
import { beginLessonWork, findLessonWorkUnderWay } from '../activity/lesson-work.ts';
import { readLesson } from './lesson.jobs.ts';
import type { LessonRow } from './lesson.store.ts';
import { getOwnLesson } from './lessons.ts';

/**
 * Has the document of a lesson read in the background, once the transaction commits. Returns the job's id: that of the job
 * which reads it already, if there is one.
 * @throws {ProblemError} not_found when the lesson was deleted.
 */
export async function requestReading(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  lesson: { id: number; instructor_id: number },
): Promise<string> {
  const underWay = await findLessonWorkUnderWay(dependencies, lesson.id, 'ingestion');
  if (underWay !== undefined) return underWay;
  const payload = { instructor_id: lesson.instructor_id, lesson_id: lesson.id };
  const id = await dependencies.jobs.enqueue(dependencies.database, readLesson, payload);
  await beginLessonWork(dependencies, { id, name: readLesson.name, work: 'ingestion' }, lesson);
  return id;
}

const answer = z.object({ docsource_id: z.string() });

/**
 * Makes a document lesson ready for summaries and quizzes, and waits until it is. One that is ready
 * stays as it is; for one that is being read, it waits too.
 * @throws {ProblemError} not_found, validation_failed for a video, or why the document cannot be had or read.
 */
export async function ingestLesson(
  dependencies: Pick<Dependencies, 'clock' | 'database' | 'jobs' | 'events' | 'config'>,
  actor: Actor,
  id: number,
): Promise<LessonRow> {
  const lesson = await getOwnLesson(dependencies, actor, id);
  if (lesson.document_source_id !== null) return lesson;
  if (lesson.kind === 'video') {
    throw invalidField('id', 'video_cannot_be_ingested');
  }
  const jobId = await inTransaction(dependencies.database, (transaction) =>
    requestReading({ ...dependencies, database: transaction }, lesson),
  );
  await awaitJobAnswer(dependencies, readLesson, jobId, answer);
  return getOwnLesson(dependencies, actor, id);
}
