import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CallLog } from './call-log.ts';
import { SeededChoice } from '#e2e/seeded-choice.ts';
import { SimulatedInstructor } from './simulated-instructor.ts';

const LESSON = join(import.meta.dirname, '../../evaluation/lessons/oceanography.txt');
/** How many register and upload at a time; arriving is not what is measured. */
const ARRIVING_AT_ONCE = 4;

export interface SimulatedUsers {
  readonly log: CallLog;
  /** Ends what is under way and waits for it. */
  leave(): Promise<void>;
}

/** Has `count` instructors arrive, then use Lectern with pauses of 30 to 90 seconds until `leave`. */
export async function simulateUsers(origin: string, count: number): Promise<SimulatedUsers> {
  const text = await readFile(LESSON, 'utf8');
  const log = new CallLog();
  const users = Array.from(
    { length: count },
    (_, index) => new SimulatedInstructor({ origin, log, choice: new SeededChoice(index + 1), text }),
  );
  const waiting = users.values();
  await Promise.all(
    Array.from({ length: ARRIVING_AT_ONCE }, async () => {
      for (const user of waiting) await user.arrive();
    }),
  );
  const leaving = new AbortController();
  log.open();
  const stays = users.map((user) => user.stay({ least: 30, most: 90 }, leaving.signal));
  return {
    log,
    leave: async () => {
      log.close();
      leaving.abort();
      await Promise.all(stays);
    },
  };
}

/** Settings under which hundreds of users may come from one address. */
export const MANY_USERS = {
  REGISTRATIONS_PER_ADDRESS: '1000000',
  OVERLOAD_DELAY_MILLISECONDS: '',
  LOG_LEVEL: 'warn',
};
