import { setImmediate } from 'node:timers/promises';

/** Long work in small steps: at each `yield` the process may do something else. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

const TURN_MILLISECONDS = 25;

/** Does all steps, and lets other work of the process go first after each 25 ms. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < TURN_MILLISECONDS) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** Does all steps at once, where nothing else waits: in tests and tools. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
