import { z } from 'zod';
import type { SummaryLength } from '../../../contract/lessons.ts';
import { inTransaction } from '../../database/database.ts';
import { awaitJobAnswer } from '../../jobs/await-job-answer.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { invalidField, ProblemError } from '../../problem-error.ts';
import { beginLessonWork } from '../activity/follow-lesson-work.ts';
import { getOwnLesson } from '../lessons/get-own-lesson.ts';
import type { LessonRow } from '../lessons/lesson.store.ts';
import { summarizeLesson } from './summary.jobs.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'events'>;

/** @throws {ProblemError} not_found; transcript_missing; nothing_to_work_with. */
export async function summarizeVideo(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  length: SummaryLength,
): Promise<LessonRow> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.docsource_id === null) {
    throw new ProblemError(
      'transcript_missing',
      'This lesson has no transcript yet. Create its transcription first.',
    );
  }
  return summarize(dependencies, actor, lesson, length);
}

/**
 * @param docsourceId as the page knows it; it must be the lesson's own.
 * @throws {ProblemError} not_found; validation_failed without a document; nothing_to_work_with.
 */
export async function summarizeFile(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  docsourceId: string,
  length: SummaryLength,
): Promise<LessonRow> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (docsourceId === '' || lesson.docsource_id === null) {
    throw invalidField('docsource_id', 'Missing document source ID for text lesson');
  }
  if (docsourceId !== lesson.docsource_id) {
    throw new ProblemError('not_found', 'This lesson has no such document.');
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
