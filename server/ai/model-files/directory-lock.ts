import { mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { dirname } from 'node:path';

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
): Promise<T> {
  await mkdir(dirname(lockPath), { recursive: true });
  while (!(await tryToLock(lockPath))) await sleep(RETRY_MILLISECONDS, undefined, { signal });
  const heartbeat = setInterval(() => {
    const now = new Date();
    // Someone may have taken the lock for stale after this process was suspended.
    utimes(lockPath, now, now).catch(() => undefined);
  }, HEARTBEAT_MILLISECONDS);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(lockPath, { force: true });
  }
}

async function tryToLock(lockPath: string): Promise<boolean> {
  try {
    const handle = await open(lockPath, 'wx');
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const found = await stat(lockPath).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > STALE_MILLISECONDS) await rm(lockPath, { force: true });
    return false;
  }
}
