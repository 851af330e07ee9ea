import type { Actor, Dependencies } from '../../../ports.ts';
import { notFound } from '../../../problem-error.ts';
import { findResumableUpload, type ResumableUploadRow } from './resumable-upload.store.ts';

/** @throws {ProblemError} not_found when it was never begun, has expired, or is somebody else's. */
export async function getOwnUpload(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: string,
): Promise<ResumableUploadRow> {
  const upload = await findResumableUpload(dependencies.database, id, new Date());
  if (upload?.instructor_id !== actor.instructorId) throw notFound('upload');
  return upload;
}
