import { z } from 'zod';
import { inTransaction } from '../../database/database.ts';
import { awaitJobAnswer } from '../../jobs/await-job-answer.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { invalidField } from '../../problem-error.ts';
import { announce } from '../../events/event-bus.ts';
import type { JobKind } from '../../jobs/job-queue.ts';
import { beginLessonWork } from '../activity/follow-lesson-work.ts';
import { followLessonText } from '../quizzes/bank/request-preparation.ts';
import { getOwnLesson } from './get-own-lesson.ts';
import { forgetText } from './keep-text.ts';
import { ingestFile, ingestLink } from './lesson.jobs.ts';
import type { LessonRow } from './lesson.store.ts';
import { newDocsourceId } from './new-docsource-id.ts';
import { giveDocumentSource } from './lesson.store.ts';

const answer = z.object({ docsource_id: z.string() });

/**
 * Makes a document lesson ready for summaries and quizzes, and waits until it is. One that is ready
 * stays as it is.
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
  const instructorId = actor.instructorId;
  if (lesson.file_key === null) {
    const payload = { instructor_id: instructorId, lesson_id: id };
    const jobId = await enqueueIngestion(dependencies, ingestLink, payload, lesson);
    await awaitJobAnswer(dependencies, ingestLink, jobId, answer);
  } else {
    const payload = {
      instructor_id: instructorId,
      docsource_id: newDocsourceId(),
      file_key: lesson.file_key,
      kind: lesson.kind === 'pdf' ? ('pdf' as const) : ('text' as const),
    };
    const jobId = await enqueueIngestion(dependencies, ingestFile, payload, lesson);
    const { docsource_id: docsourceId } = await awaitJobAnswer(dependencies, ingestFile, jobId, answer);
    await inTransaction(dependencies.database, async (transaction) => {
      const inside = { ...dependencies, database: transaction };
      if (await giveDocumentSource(transaction, id, { docsource_id: docsourceId })) {
        await followLessonText(inside, id);
      } else {
        await forgetText(inside, [docsourceId]);
      }
    });
    await announceIngested(dependencies, lesson);
  }
  return getOwnLesson(dependencies, actor, id);
}

const enqueueIngestion = <Payload extends object>(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  job: JobKind<Payload>,
  payload: Payload,
  lesson: LessonRow,
): Promise<string> =>
  inTransaction(dependencies.database, async (transaction) => {
    const jobId = await dependencies.jobs.enqueue(transaction, job, payload);
    await beginLessonWork(
      { database: transaction },
      { id: jobId, name: job.name, work: 'ingestion' },
      lesson,
    );
    return jobId;
  });

/** The job that reads an uploaded file knows of no lesson, so that this is for the request to say. */
const announceIngested = (dependencies: Pick<Dependencies, 'database'>, lesson: LessonRow): Promise<void> =>
  announce(dependencies.database, {
    kind: 'lesson',
    instructorId: lesson.instructor_id,
    event: {
      type: 'lesson',
      lesson_id: lesson.id,
      course_id: lesson.course_id,
      work: 'ingestion',
      status: 'done',
      progress: 100,
      message: null,
    },
  });
