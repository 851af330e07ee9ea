import type { Dependencies } from '../../ports.ts';
import { notFound } from '../../problem-error.ts';
import { findStoredFile } from './stored-file.store.ts';

/** A file whose signed link the caller holds. @throws {ProblemError} not_found when it was deleted. */
export async function getStoredFile(
  dependencies: Pick<Dependencies, 'database'>,
  key: string,
): Promise<{ key: string; contentType: string; sizeBytes: number }> {
  const file = await findStoredFile(dependencies.database, key);
  if (file === undefined) throw notFound('file');
  return { key, contentType: file.content_type, sizeBytes: Number(file.size_bytes) };
}
