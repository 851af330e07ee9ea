import { z } from 'zod';
import { inTransaction } from '../../database/database.ts';
import { awaitJobAnswer } from '../../jobs/await-job-answer.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { invalidField } from '../../problem-error.ts';
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
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'events'>,
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
    const jobId = await inTransaction(dependencies.database, (transaction) =>
      dependencies.jobs.enqueue(transaction, ingestLink, { instructor_id: instructorId, lesson_id: id }),
    );
    await awaitJobAnswer(dependencies, ingestLink, jobId, answer);
  } else {
    const payload = {
      instructor_id: instructorId,
      docsource_id: newDocsourceId(),
      file_key: lesson.file_key,
      kind: lesson.kind === 'pdf' ? ('pdf' as const) : ('text' as const),
    };
    const jobId = await inTransaction(dependencies.database, (transaction) =>
      dependencies.jobs.enqueue(transaction, ingestFile, payload),
    );
    const { docsource_id: docsourceId } = await awaitJobAnswer(dependencies, ingestFile, jobId, answer);
    if (!(await giveDocumentSource(dependencies.database, id, { docsource_id: docsourceId }))) {
      await forgetText(dependencies, [docsourceId]);
    }
  }
  return getOwnLesson(dependencies, actor, id);
}
