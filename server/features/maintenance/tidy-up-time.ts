import { readDatabaseTime } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findLastRun, updateLastRun } from './maintenance.store.ts';

const DAY_MILLISECONDS = 86_400_000;
/** A day of runs, one every ten minutes. Counting runs also works on machines that are off most of the time. */
const RUNS_TO_WAIT = 144;

export interface TidyUpTime {
  /** By the database's clock. */
  readonly now: Date;
  /** Whether expired things may be removed. */
  readonly mayRemove: boolean;
}

/**
 * The time of this run. Nothing is removed while the clocks of the database and of this process differ by more than a day, nor for a
 * day after the database's clock jumped by more than a day since the last run: one wrong clock must not empty the trash.
 */
export async function readTidyUpTime({
  database,
  clock,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'log'>): Promise<TidyUpTime> {
  const now = await readDatabaseTime(database);
  const here = clock.now();
  if (Math.abs(now.getTime() - here.getTime()) > DAY_MILLISECONDS) {
    log.error(
      { database: now.toISOString(), worker: here.toISOString() },
      'The clocks of the database and of this worker differ by more than a day, so nothing is removed. Correct the clock that is wrong.',
    );
    return { now, mayRemove: false };
  }
  const { tidiedUpAt, runsToWait } = await findLastRun(database);
  const hasJumped = tidiedUpAt !== null && Math.abs(now.getTime() - tidiedUpAt.getTime()) > DAY_MILLISECONDS;
  const left = runsToWait > 0 ? runsToWait - 1 : hasJumped ? RUNS_TO_WAIT : 0;
  await updateLastRun(database, { tidiedUpAt: now, runsToWait: left });
  if (left > 0 && hasJumped)
    log.warn(
      { now: now.toISOString(), lastRun: tidiedUpAt.toISOString() },
      'More than a day has passed since the last tidy-up, or the clock was changed. Nothing is removed for a day, in case the clock is wrong.',
    );
  return { now, mayRemove: left === 0 };
}
