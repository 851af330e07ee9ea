import type { Database } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { findOwnQuota, sumStoredBytes } from './storage.store.ts';

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
  const left = formatBytes(Math.max(0, limitBytes - usedBytes));
  const wanted = addedBytes === undefined ? '' : ` and the file takes ${formatBytes(addedBytes)}`;
  return new ProblemError(
    'storage_quota_exceeded',
    `You have ${left} of ${formatBytes(limitBytes)} of storage left${wanted}. Nothing was kept; delete lessons that you no longer need, empty the trash, then upload it again.`,
    { cause },
  );
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
  throw new ProblemError(
    'storage_full',
    'The server is short of disk space and takes no uploads for now. Everything you saved is safe; tell its operator, and try again later.',
  );
}

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

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Such as "1.2 GiB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : Number(amount.toFixed(1))} ${UNITS[power] ?? ''}`;
}
