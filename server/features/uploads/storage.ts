import type { Database } from '#server/platform/database/database.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { addUpTextBytes, findOwnQuota, holdStorage, sumStoredBytes } from './storage.store.ts';

/** How often an upload that is under way looks whether there is still room. */
const LOOK_BYTES = 8 * 1024 * 1024;

/** How much of an account's quota is used. */
export interface StorageUse {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

/** A quota that an administrator set for the account counts before the one of the settings. */
export async function readStorageUse(
  { database, config }: Pick<Dependencies, 'database' | 'config'>,
  instructorId: number,
): Promise<StorageUse> {
  return {
    usedBytes: await sumStoredBytes(database, instructorId, new Date()),
    limitBytes: (await findOwnQuota(database, instructorId)) ?? config.storage.bytesPerInstructor,
  };
}

/**
 * Refuses a file that does not fit into the account's quota. Returns how many bytes are left without it.
 * @throws {ProblemError} storage_quota_exceeded.
 */
export async function refuseOverQuota(
  dependencies: Pick<Dependencies, 'config'> & { readonly database: Database },
  actor: Actor,
  addedBytes: number,
): Promise<number> {
  const use = await readStorageUse(dependencies, actor.instructorId);
  const leftBytes = use.limitBytes - use.usedBytes;
  if (addedBytes > leftBytes) throw overQuota(use, addedBytes);
  return leftBytes;
}

export function overQuota(
  { usedBytes, limitBytes }: StorageUse,
  addedBytes?: number,
  cause?: unknown,
): ProblemError {
  const params = { leftBytes: Math.max(0, limitBytes - usedBytes), limitBytes };
  return addedBytes === undefined
    ? new ProblemError('storage_quota_exceeded', { params, cause })
    : new ProblemError('storage_quota_exceeded_by_file', {
        params: { ...params, fileBytes: addedBytes },
        cause,
      });
}

/**
 * Refuses uploads while the disk has less room than the database and everything else need to continue.
 * @throws {ProblemError} storage_full.
 */
export async function refuseLowSpace({
  config,
  freeSpace,
}: Pick<Dependencies, 'config' | 'freeSpace'>): Promise<void> {
  // Other stores have their own disks.
  if (config.fileStore.kind !== 'disk') return;
  if ((await freeSpace.readBytes()) >= config.storage.freeFloorBytes) return;
  throw new ProblemError('disk_nearly_full');
}

/**
 * Refuses what a request adds to the texts of an account, while the account or the disk has no room for it.
 * @throws {ProblemError} storage_quota_exceeded; storage_full.
 */
export async function refuseTexts(
  dependencies: Pick<Dependencies, 'config' | 'database' | 'freeSpace'>,
  actor: Actor,
  addedBytes: number,
): Promise<void> {
  const { config, freeSpace } = dependencies;
  // The database of another machine has its own disk.
  const isLocal = config.databaseUrl === undefined || config.fileStore.kind === 'disk';
  if (isLocal && (await freeSpace.readBytes()) < config.storage.freeFloorBytes)
    throw new ProblemError('disk_nearly_full');
  const use = await readStorageUse(dependencies, actor.instructorId);
  if (use.usedBytes + addedBytes > use.limitBytes) throw overQuota(use);
}

/**
 * As {@link refuseTexts} of the account alone. Call it in the transaction that adds them: others that add a long text wait
 * until it ends, so that texts which arrive together do not all count as the last one.
 */
export async function holdRoomForTexts(
  dependencies: Pick<Dependencies, 'config' | 'database'>,
  actor: Actor,
  addedBytes: number,
): Promise<void> {
  await holdStorage(dependencies.database, actor.instructorId);
  await refuseOverQuota(dependencies, actor, addedBytes);
}

/** For the worker's tidy-up. */
export const tidyTextBytes = ({ database }: Pick<Dependencies, 'database'>): Promise<void> =>
  addUpTextBytes(database);

/** The same content, broken off when the disk runs short of room. @throws {ProblemError} storage_full. */
export async function* watchSpace(
  dependencies: Pick<Dependencies, 'config' | 'freeSpace'>,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let bytesSinceLook = 0;
  for await (const chunk of content) {
    bytesSinceLook += chunk.length;
    if (bytesSinceLook >= LOOK_BYTES) {
      bytesSinceLook = 0;
      await refuseLowSpace(dependencies);
    }
    yield chunk;
  }
}
