import { inTransaction } from '../../../database/database.ts';
import type { Dependencies } from '../../../ports.ts';
import { announceBank } from './announce-bank.ts';
import { prepareQuestionsJob } from './bank.jobs.ts';
import { listStalledBanks, listUnpreparedLessons, updateBank } from './question-bank.store.ts';
import { countTarget, enqueuePreparation } from './request-preparation.ts';

/** A few at a time: an installation may have thousands of lessons from before there were banks. */
const MOST_AT_ONCE = 20;
/** A preparation that runs stores something more often than this, and the queue knows the others. */
const STALLED_MINUTES = 15;

const DIED = 'The preparation broke off. The questions written so far are safe; prepare again to continue.';

/** Has questions prepared for lessons that have a text and no preparation. Returns for how many. */
export async function prepareMissingBanks(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
): Promise<number> {
  if (!dependencies.config.preparesQuestions) return 0;
  const lessons = await listUnpreparedLessons(dependencies.database, MOST_AT_ONCE);
  for (const lesson of lessons) {
    await inTransaction(dependencies.database, async (transaction) => {
      const inside = { ...dependencies, database: transaction };
      const target = await countTarget(inside, lesson.id);
      await enqueuePreparation(inside, lesson, { target, isRequested: false });
    });
  }
  return lessons.length;
}

/** Ends preparations whose job died without a word, so that the instructor can start another. Returns how many. */
export async function endStalledPreparations(
  { database, jobs }: Pick<Dependencies, 'database' | 'jobs'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - STALLED_MINUTES * 60_000);
  let ended = 0;
  for (const { job_id: jobId, ...lesson } of await listStalledBanks(database, before)) {
    const state = await jobs.findState(prepareQuestionsJob.name, jobId);
    if (state === 'waiting' || state === 'running') continue;
    if (!(await updateBank(database, lesson.id, { status: 'failed', note: DIED }, jobId))) continue;
    await announceBank(database, lesson);
    ended += 1;
  }
  return ended;
}
