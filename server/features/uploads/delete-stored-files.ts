import type { Dependencies } from '#server/dependencies.ts';
import { ownsFileStore } from '../maintenance/file-store-owner.ts';

/**
 * Deletes files from the store. One that is gone already is no error, so that a repeated job ends well. In a store
 * that belongs to another installation they stay: the sweep that follows a takeover removes them.
 */
export async function deleteStoredFiles(
  dependencies: Pick<Dependencies, 'database' | 'files' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  if (!(await ownsFileStore(dependencies))) return;
  for (const key of keys) await dependencies.files.delete(key);
}
