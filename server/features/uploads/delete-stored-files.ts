import type { Dependencies } from '#server/dependencies.ts';
import { ownsFileStore } from '../maintenance/file-store-owner.ts';

/**
 * Deletes files from the store. Missing files are not an error, so that a retried job succeeds. Keeps files in a store that
 * belongs to another installation; the sweep after a takeover removes them.
 */
export async function deleteStoredFiles(
  dependencies: Pick<Dependencies, 'database' | 'files' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  if (!(await ownsFileStore(dependencies))) return;
  for (const key of keys) await dependencies.files.delete(key);
}
