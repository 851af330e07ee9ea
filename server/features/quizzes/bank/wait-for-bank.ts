import { setTimeout as delay } from 'node:timers/promises';
import type { HeldLock } from '../../../database/locks.ts';
import type { Dependencies } from '../../../ports.ts';

const POLL_MILLISECONDS = 250;
const WATCH_MILLISECONDS = 1_000;

/** The reason why a preparation breaks off: a request waits for a worker. What it wrote is stored. */
export class PeopleWaitError extends Error {
  override readonly name = 'PeopleWaitError';
}

/**
 * Waits for the right to write into a lesson's bank, so that no two jobs write the same questions. The lock ends with the
 * process that holds it.
 * @returns undefined when `milliseconds` have passed.
 */
export async function takeBank(
  { locks }: Pick<Dependencies, 'locks'>,
  lessonId: number,
  { signal, milliseconds }: { signal: AbortSignal; milliseconds: number },
): Promise<HeldLock | undefined> {
  const end = performance.now() + milliseconds;
  for (;;) {
    signal.throwIfAborted();
    const lock = await locks.tryTake(`question-bank:${lessonId}`);
    if (lock !== undefined || performance.now() > end) return lock;
    await delay(POLL_MILLISECONDS, undefined, { signal });
  }
}

/** Waits until no request waits for a job. */
export async function waitForPeople(
  { jobs }: Pick<Dependencies, 'jobs'>,
  signal: AbortSignal,
): Promise<void> {
  while (await jobs.isAnyoneWaiting()) await delay(WATCH_MILLISECONDS, undefined, { signal });
}

/** Aborts its signal when a request has waited for a job at two looks in a row: most are served faster than that. */
export function watchPeople({ jobs, log }: Pick<Dependencies, 'jobs' | 'log'>): {
  readonly signal: AbortSignal;
  stop(): void;
} {
  const waiting = new AbortController();
  let looks = 0;
  const look = async (): Promise<void> => {
    try {
      looks = (await jobs.isAnyoneWaiting()) ? looks + 1 : 0;
      if (looks >= 2) waiting.abort(new PeopleWaitError('A request waits for a worker.'));
    } catch (error) {
      log.debug({ error: String(error) }, 'The preparation could not look for waiting requests.');
    }
  };
  const timer = setInterval(() => void look(), WATCH_MILLISECONDS).unref();
  return {
    signal: waiting.signal,
    stop: () => {
      clearInterval(timer);
    },
  };
}
