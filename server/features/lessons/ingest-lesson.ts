import { z } from 'zod';
import { inTransaction } from '../../database/database.ts';
import { awaitJobAnswer } from '../../jobs/await-job-answer.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { invalidField } from '../../problem-error.ts';
import { getOwnLesson } from './get-own-lesson.ts';
import { readLesson } from './lesson.jobs.ts';
import type { LessonRow } from './lesson.store.ts';
import { requestReading } from './request-reading.ts';

const answer = z.object({ docsource_id: z.string() });

/**
 * Makes a document lesson ready for summaries and quizzes, and waits until it is. One that is ready
 * stays as it is; for one that is being read, it waits too.
 * @throws {ProblemError} not_found, validation_failed for a video, or why the document cannot be had or read.
 */
export async function ingestLesson(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'events' | 'config'>,
  actor: Actor,
  id: number,
): Promise<LessonRow> {
  const lesson = await getOwnLesson(dependencies, actor, id);
  if (lesson.docsource_id !== null) return lesson;
  if (lesson.kind === 'video') {
    throw invalidField('id', 'A video has no document to ingest. Create its transcription instead.');
  }
  const jobId = await inTransaction(dependencies.database, (transaction) =>
    requestReading({ ...dependencies, database: transaction }, lesson),
  );
  await awaitJobAnswer(dependencies, readLesson, jobId, answer);
  return getOwnLesson(dependencies, actor, id);
}
