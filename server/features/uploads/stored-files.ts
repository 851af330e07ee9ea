import { mapEach } from '#server/platform/database/read-in-pages.ts';
import type { ExportedFile } from '#contract/account-export.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createFileLink } from '#server/platform/files/file-links.ts';
import { notFound } from '#server/platform/problem-error.ts';
import {
  findStoredFile,
  markFileAwaitingRecognition,
  readStoredFilesOf,
  deleteStoredFileRowsOf,
  type StoredFileRow,
} from './stored-file.store.ts';
import { deleteFiles } from './upload.jobs.ts';

/** The user's own uploaded file; another user's is not found. */
export async function findOwnFile(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  key: string,
): Promise<StoredFileRow | undefined> {
  const file = await findStoredFile(dependencies.database, key);
  return file?.instructor_id === actor.instructorId ? file : undefined;
}

/** A file whose signed link the caller holds. @throws {ProblemError} not_found when it was deleted. */
export async function getStoredFile(
  dependencies: Pick<Dependencies, 'database'>,
  key: string,
): Promise<{ key: string; contentType: string; sizeBytes: number; name: string; kind: string }> {
  const file = await findStoredFile(dependencies.database, key);
  if (file === undefined) throw notFound('file');
  return {
    key,
    contentType: file.content_type,
    sizeBytes: Number(file.size_bytes),
    name: file.original_name,
    kind: file.kind,
  };
}

/** Notes that a stored PDF is a scan of many pages, to be recognized once it is a lesson. */
export const markAwaitingRecognition = (
  { database }: Pick<Dependencies, 'database'>,
  fileKey: string,
): Promise<void> => markFileAwaitingRecognition(database, fileKey);

/** What the actor has uploaded, oldest first, with links to download it. */
export const exportFiles = (
  { database, secrets }: Pick<Dependencies, 'database' | 'secrets'>,
  actor: Actor,
  origin: string,
): AsyncGenerator<ExportedFile> =>
  mapEach(readStoredFilesOf(database, actor.instructorId), (file) => ({
    name: file.original_name,
    kind: file.kind,
    content_type: file.content_type,
    size_bytes: Number(file.size_bytes),
    url: origin + createFileLink(secrets.fileLinkKey, file.key),
    created_at: file.created_at.toISOString(),
  }));

/** One job deletes no more than this, so that it ends well within its time. */
const FILES_PER_JOB = 500;

/**
 * Forgets all files of the actor, which no lesson may use any more, and has them deleted from the store. Call it in a
 * transaction: the jobs are part of it.
 */
export async function deleteOwnFiles(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
): Promise<void> {
  const keys = await deleteStoredFileRowsOf(dependencies.database, actor.instructorId);
  for (let start = 0; start < keys.length; start += FILES_PER_JOB) {
    await dependencies.jobs.enqueue(dependencies.database, deleteFiles, {
      keys: keys.slice(start, start + FILES_PER_JOB),
    });
  }
}
