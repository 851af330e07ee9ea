import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { recordHeartbeat, submitOverdueAttempts } from './attempt-changes.store.ts';
import { OUTAGE_SECONDS } from './attempt.store.ts';

const BEAT_MILLISECONDS = 2_000;
/** Beats between two looks for attempts whose time is over. */
const BEATS_A_SWEEP = 15;
/** A student who was offline at the deadline sends what they chose before; see `saveAnswerRow`. */
const GRACE_MINUTES = 5;

type Needed = Pick<Dependencies, 'database' | 'log'>;

/** Records that answers can be saved, and gives students the time of an outage that has just ended. */
export async function beat({ database, log }: Needed): Promise<void> {
  const added = await inTransaction(database, (transaction) => recordHeartbeat(transaction, OUTAGE_SECONDS));
  if (added > 0)
    log.info({ seconds: added }, 'Attempts were extended by the time that Lectern was not running.');
}

/** Submits what students have left open. @returns how many attempts. */
export const submitOverdue = ({ database }: Pick<Needed, 'database'>): Promise<number> =>
  submitOverdueAttempts(database, GRACE_MINUTES);

/** Keeps the time of attempts until the returned function is called. */
export function keepTime(dependencies: Needed): () => void {
  let beats = 0;
  let isReached = true;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const next = async (): Promise<void> => {
    try {
      await beat(dependencies);
      beats += 1;
      if (beats % BEATS_A_SWEEP === 0) await submitOverdue(dependencies);
      isReached = true;
    } catch (error) {
      if (isReached && !isStopped)
        dependencies.log.warn(
          { err: error },
          'The time of attempts cannot be kept; they are extended later.',
        );
      isReached = false;
    }
    if (!isStopped) timer = setTimeout(() => void next(), BEAT_MILLISECONDS).unref();
  };
  timer = setTimeout(() => void next(), BEAT_MILLISECONDS).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
