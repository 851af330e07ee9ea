import { readFile, writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Low enough that an api process on the same cores always goes first; models still get what is left. */
const DEFAULT_CHILD_PRIORITY = 10;

/** Only tests set `CHILD_PRIORITY`. Children get it from {@link priorityEnvironment}. */
export const childPriority = (variables: NodeJS.ProcessEnv = process.env): number =>
  Number(variables['CHILD_PRIORITY']?.trim() || DEFAULT_CHILD_PRIORITY);

/** For a child process, which gets no other setting. */
export const priorityEnvironment = (): Readonly<Record<string, string>> => ({
  CHILD_PRIORITY: String(childPriority()),
});

/** For the worker and for sessions: between the api process and the children of the worker. */
export const halfChildPriority = (): number => Math.ceil(childPriority() / 2);

/**
 * Lets other work go first: gives this process at least this niceness, −20 to 19. One that runs at a higher niceness already, because Lectern
 * was started so, keeps it: lowering it again is refused by the system.
 */
export function lowerPriority(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness);
}

const LOWEST_NICENESS = 19;
/** The kernel allows one change in a tenth of a second, of all processes together. */
const ATTEMPTS = 20;
const PAUSE_MILLISECONDS = 250;

/**
 * Lets other work go before the session that this process leads. Where Linux groups processes by session
 * (`kernel.sched_autogroup_enabled`), sessions share the processor equally, whatever the niceness of their processes, so a model in
 * its own session would take as much as the api process. Returns false where sessions have no priority, or it may not be
 * changed.
 * @param steps by how much lower than the caller's own session.
 */
export async function lowerSessionPriority(processId: number, steps: number): Promise<boolean> {
  const path = `/proc/${processId}/autogroup`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [, own = '0'] = /nice (-?\d+)/u.exec(await readFile('/proc/self/autogroup', 'utf8')) ?? [];
      await writeFile(path, String(Math.min(LOWEST_NICENESS, Number(own) + steps)));
      return true;
    } catch (error) {
      const isTooSoon = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isTooSoon || attempt === ATTEMPTS) return false;
      await sleep(PAUSE_MILLISECONDS * (1 + Math.random()));
    }
  }
}
