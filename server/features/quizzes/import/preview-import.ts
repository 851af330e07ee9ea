import { randomUUID } from 'node:crypto';
import { IMPORT_FILE_BYTES, importPreview, type ImportPreview } from '#contract/quiz-import.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import { refuseLowSpace, watchSpace } from '#server/features/uploads/storage.ts';
import type { Upload } from '#server/features/uploads/store-upload.ts';
import { keptName } from '#server/features/uploads/upload-formats.ts';
import { FileTooLargeError } from '#server/files/file-store.ts';
import { awaitJobAnswer } from '#server/jobs/await-job-answer.ts';
import { invalidField, ProblemError } from '#server/problem-error.ts';
import { readQuestionFileJob } from './import.jobs.ts';

type Needed = Pick<Dependencies, 'config' | 'database' | 'files' | 'freeSpace' | 'jobs' | 'events'>;

/**
 * Shows what a file of questions contains and what the lesson says about it. The file is kept for as long as a worker
 * reads it; what a crash leaves behind is swept, since no row knows it.
 * @param openUpload called once the lesson and the limits allow an upload.
 * @throws {ProblemError} not_found, questions_unreadable, payload_too_large, validation_failed, too_many_requests.
 */
export async function previewImport(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  openUpload: () => Promise<Upload>,
): Promise<ImportPreview> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  await dependencies.jobs.refuseTooMany(actor.instructorId);
  await refuseLowSpace(dependencies);
  const upload = await openUpload();
  const key = `i${actor.instructorId}/${randomUUID()}.tmp`;
  try {
    await storeFile(dependencies, key, upload);
    const jobId = await inTransaction(dependencies.database, (transaction) =>
      dependencies.jobs.enqueue(transaction, readQuestionFileJob, {
        instructor_id: actor.instructorId,
        lesson_id: lesson.id,
        file_key: key,
        file_name: keptName(upload.name),
      }),
    );
    return await awaitJobAnswer(dependencies, readQuestionFileJob, jobId, importPreview);
  } finally {
    await dependencies.files.delete(key);
  }
}

/** The form around a file adds a little to its size. */
const FORM_BYTES = 10_000;

async function storeFile(dependencies: Needed, key: string, upload: Upload): Promise<void> {
  if ((upload.announcedBytes ?? 0) > IMPORT_FILE_BYTES + FORM_BYTES) throw tooLarge();
  const { sizeBytes } = await dependencies.files
    .write(key, watchSpace(dependencies, upload.content), {
      contentType: 'application/octet-stream',
      maximumBytes: IMPORT_FILE_BYTES,
      handsOver: true,
    })
    .catch((error: unknown) => {
      throw error instanceof FileTooLargeError ? tooLarge(error) : error;
    });
  if (upload.isTruncated()) throw new ProblemError('upload_stopped');
  if (sizeBytes === 0) throw invalidField('file', 'file_empty');
}

const tooLarge = (cause?: unknown): ProblemError =>
  new ProblemError('file_too_large', { params: { limitBytes: IMPORT_FILE_BYTES }, cause });
