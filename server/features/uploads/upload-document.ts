import { z } from 'zod';
import type { UploadedDocument } from '#contract/uploads.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import { createFileLink } from '#server/platform/files/file-links.ts';
import { awaitJobAnswer } from '#server/platform/jobs/await-job-answer.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { deleteUnusedFileRows } from '../lessons/abandoned-files.ts';
import { ingestFile } from '../lessons/lesson.jobs.ts';
import { newDocumentSourceId } from '../lessons/keep-text.ts';
import { storeUpload, type Upload } from './store-upload.ts';
import { deleteFiles } from './upload.jobs.ts';

/**
 * Stores a PDF or TXT, enqueues its reading and waits for its passages. A document that cannot be read
 * is not kept.
 * @throws {ProblemError} as {@link storeUpload} does, and document_without_text, document_encrypted, document_unreadable.
 */
export async function uploadDocument(
  dependencies: Pick<
    Dependencies,
    'clock' | 'config' | 'database' | 'files' | 'freeSpace' | 'secrets' | 'jobs' | 'events'
  >,
  actor: Actor,
  upload: Upload,
  origin: string,
): Promise<UploadedDocument> {
  // Before the file is stored: one that cannot be read now would be left behind.
  await dependencies.jobs.refuseTooMany(actor.instructorId);
  const { key, kind } = await storeUpload(dependencies, actor, upload, ['pdf', 'text']);
  const documentSourceId = newDocumentSourceId();
  const kindToRead = kind === 'pdf' ? 'pdf' : 'text';
  const jobId = await inTransaction(dependencies.database, (transaction) =>
    enqueueReading(transaction, dependencies, actor, { key, kind: kindToRead, documentSourceId }),
  );
  const textId = await awaitReading(dependencies, key, jobId);
  return { url: origin + createFileLink(dependencies.secrets.fileLinkKey, key), document_source_id: textId };
}

/** Has a stored document read into passages, once `transaction` commits. Returns the job's id. */
export const enqueueReading = (
  transaction: Database,
  dependencies: Pick<Dependencies, 'jobs'>,
  actor: Actor,
  document: { key: string; kind: 'pdf' | 'text'; documentSourceId: string },
): Promise<string> =>
  dependencies.jobs.enqueue(transaction, ingestFile, {
    instructor_id: actor.instructorId,
    docsource_id: document.documentSourceId,
    file_key: document.key,
    kind: document.kind,
  });

/**
 * Waits until the document has been read, and returns the id of its text: an empty one for a scan of many pages, which is
 * read once it is a lesson. A document that cannot be read is not kept.
 * @throws {ProblemError} document_without_text, document_encrypted, document_unreadable, job_failed.
 */
export async function awaitReading(
  dependencies: Pick<Dependencies, 'clock' | 'database' | 'jobs' | 'events'>,
  key: string,
  jobId: string,
): Promise<UploadedDocument['document_source_id']> {
  try {
    const read = await awaitJobAnswer(
      dependencies,
      ingestFile,
      jobId,
      z.object({ docsource_id: z.string() }),
    );
    return read.docsource_id;
  } catch (error) {
    if (error instanceof ProblemError && error.status < 500) await discard(dependencies, key);
    throw error;
  }
}

async function discard(dependencies: Pick<Dependencies, 'database' | 'jobs'>, key: string): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const keys = await deleteUnusedFileRows({ database: transaction }, [key]);
    if (keys.length > 0) await dependencies.jobs.enqueue(transaction, deleteFiles, { keys });
  });
}
