import type { Actor, Dependencies } from '../../ports.ts';
import { findStoredFile, type StoredFileRow } from './stored-file.store.ts';

/** One's own uploaded file; somebody else's counts as none. */
export async function findOwnFile(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  key: string,
): Promise<StoredFileRow | undefined> {
  const file = await findStoredFile(dependencies.database, key);
  return file?.instructor_id === actor.instructorId ? file : undefined;
}
