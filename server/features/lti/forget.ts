import type { Dependencies } from '#server/dependencies.ts';
import type { Database } from '#server/database/database.ts';
import { deleteAllKeys } from './key.store.ts';
import { forgetRetiredKeys } from './keys.ts';
import { deleteAllLaunches, deleteIdleRows } from './launch.store.ts';

/** Deletes launches that have expired, keys that are no longer published, and students without attempts. Returns how many students. */
export async function forgetIdleLaunches(
  { database }: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> {
  await forgetRetiredKeys({ database });
  return deleteIdleRows(database, now);
}

/** What an old root secret encrypted: whoever knows it could sign as this Lectern. Platforms fetch the key that is made next. */
export async function forgetSealed(transaction: Database): Promise<void> {
  await deleteAllKeys(transaction);
  await deleteAllLaunches(transaction);
}
