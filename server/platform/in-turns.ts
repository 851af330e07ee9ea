import { setImmediate } from 'node:timers/promises';
import { findContext, spend } from './work-context.ts';

/** Long work in small steps: at each `yield` the process may do something else. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

const TURN_MILLISECONDS = 10;
/** What a millisecond counts as work of an account: requests of others wait for several turns, one after the other. */
const WEIGHT = 4;

/** Does all steps, and lets other work of the process go first after each 10 ms. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const began = performance.now();
    let step = steps.next();
    while (step.done !== true && performance.now() - began < TURN_MILLISECONDS) step = steps.next();
    spend(findContext(), WEIGHT * (performance.now() - began));
    if (step.done === true) return step.value;
    await setImmediate();
  }
}

/** Does all steps at once, where nothing else waits: in tests and tools. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
