import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks `condition` every `intervalMs` until it answers something truthy, and returns that answer, or
 * undefined when `timeoutMs` have passed. Rejects when `signal` is aborted.
 */
export async function waitUntil<Answer>(
  condition: () => Promise<Answer> | Answer,
  options: { timeoutMs: number; intervalMs: number; signal?: AbortSignal | undefined },
): Promise<Exclude<Answer, false | undefined> | undefined> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    options.signal?.throwIfAborted();
    const answer = await condition();
    if (answer !== undefined && answer !== false) return answer as Exclude<Answer, false | undefined>;
    if (performance.now() >= deadline) return undefined;
    await sleep(options.intervalMs, undefined, { signal: options.signal });
  }
}
