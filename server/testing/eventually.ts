const PAUSE_MILLISECONDS = 20;

/**
 * Waits until `look` returns something, at most 30 seconds. Prefer an event where one exists.
 * @param what the test waits for, as the error says it: `the job to end`.
 * @param options.seconds for slow tests that wait for a real model.
 */
export async function eventually<Found>(
  what: string,
  look: () => Found | undefined | Promise<Found | undefined>,
  { seconds = 30 }: { seconds?: number } = {},
): Promise<Found> {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`Waited ${seconds} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}
