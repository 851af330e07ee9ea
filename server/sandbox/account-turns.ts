import { findContext, spend } from '../platform/work-context.ts';

/**
 * Lets each account have one call in progress, so that a call waits for at most one of each other account. What a call takes counts as
 * work of its account.
 */
export function inAccountTurns<Arguments extends readonly unknown[], Result>(
  call: (...values: Arguments) => Promise<Result>,
): (...values: Arguments) => Promise<Result> {
  const last = new Map<number, Promise<unknown>>();
  return async (...values) => {
    const context = findContext();
    const account = context?.instructorId;
    const begin = async (): Promise<Result> => {
      const began = performance.now();
      try {
        return await call(...values);
      } finally {
        spend(context, performance.now() - began);
      }
    };
    if (account === undefined) return begin();
    const called = (last.get(account) ?? Promise.resolve()).then(begin);
    const ended = called
      .catch(() => undefined)
      .then(() => {
        if (last.get(account) === ended) last.delete(account);
      });
    last.set(account, ended);
    return called;
  };
}
