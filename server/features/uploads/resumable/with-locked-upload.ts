import type { Actor } from '#server/actor.ts';
import type { HeldLock } from '#server/platform/database/locks.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { ProblemError, notFound } from '#server/platform/problem-error.ts';
import { findResumableUpload, type ResumableUploadRow } from './resumable-upload.store.ts';

/** A process that receives bytes stops within moments; storing a finished file elsewhere may take longer. */
const PATIENCE_MILLISECONDS = 10_000;
const PAUSE_MILLISECONDS = 100;
/** Said again now and then: the holder may have taken the lock after it was said first. */
const PAUSES_BETWEEN_ANNOUNCEMENTS = 10;

/**
 * Runs `work` while no other request, of this process or another, works on the upload. A request that still receives
 * bytes for it, such as over a connection whose other end is gone, is asked to let go.
 * @throws {ProblemError} not_found; upload_busy when it was not let go of in time.
 */
export async function withLockedUpload<Result>(
  dependencies: Pick<Dependencies, 'database' | 'locks' | 'clock'>,
  actor: Actor,
  id: string,
  work: (upload: ResumableUploadRow, lock: HeldLock) => Promise<Result>,
): Promise<Result> {
  // First, so that no user can disturb another's upload.
  await getOwnUpload(dependencies, actor, id);
  const lock = await takeLock(dependencies, id);
  try {
    return await work(await getOwnUpload(dependencies, actor, id), lock);
  } finally {
    await lock.release();
  }
}

async function takeLock(
  dependencies: Pick<Dependencies, 'database' | 'locks' | 'clock'>,
  id: string,
): Promise<HeldLock> {
  for (let pauses = 0; pauses * PAUSE_MILLISECONDS < PATIENCE_MILLISECONDS; pauses += 1) {
    const lock = await dependencies.locks.tryTake(`upload ${id}`);
    if (lock !== undefined) return lock;
    if (pauses % PAUSES_BETWEEN_ANNOUNCEMENTS === 0) {
      await announce(dependencies.database, { kind: 'upload_wanted', uploadId: id });
    }
    await dependencies.clock.sleep(PAUSE_MILLISECONDS);
  }
  throw new ProblemError('upload_busy', {
    retryAfterSeconds: 2,
  });
}

/** @throws {ProblemError} not_found when it was never begun, has expired, or is another user's. */
async function getOwnUpload(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<ResumableUploadRow> {
  const upload = await findResumableUpload(dependencies.database, id, dependencies.clock.now());
  if (upload?.instructor_id !== actor.instructorId) throw notFound('upload');
  return upload;
}
