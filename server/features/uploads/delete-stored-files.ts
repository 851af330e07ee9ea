import type { Dependencies } from '#server/dependencies.ts';

/** Deletes files from the store. One that is gone already is no error, so that a repeated job ends well. */
export async function deleteStoredFiles(
  dependencies: Pick<Dependencies, 'files'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await dependencies.files.delete(key);
}
