import { mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemClock, type Clock } from '#server/platform/clock.ts';

const HEARTBEAT_MILLISECONDS = 3000;
/** The owner of a lock without a sign of life for so long is gone. */
const STALE_MILLISECONDS = 15_000;
const RETRY_MILLISECONDS = 500;

/**
 * Runs `work` while holding a lock file, so that two processes do not download the same thing at once. It saves work
 * and is no guarantee: files are also stored so that two writers cannot harm each other.
 */
export async function withDirectoryLock<T>(
  lockPath: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
  clock: Clock = systemClock,
): Promise<T> {
  await mkdir(dirname(lockPath), { recursive: true });
  while (!(await tryToLock(lockPath, clock))) await clock.sleep(RETRY_MILLISECONDS, { signal });
  const stopHeartbeat = clock.every(HEARTBEAT_MILLISECONDS, () => {
    const now = clock.now();
    // Someone may have taken the lock for stale after this process was suspended.
    utimes(lockPath, now, now).catch(() => undefined);
  });
  try {
    return await work();
  } finally {
    stopHeartbeat();
    await rm(lockPath, { force: true });
  }
}

async function tryToLock(lockPath: string, clock: Clock): Promise<boolean> {
  try {
    const handle = await open(lockPath, 'wx');
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const found = await stat(lockPath).catch(() => undefined);
    if (found && clock.now().getTime() - found.mtimeMs > STALE_MILLISECONDS)
      await rm(lockPath, { force: true });
    return false;
  }
}
