const LIMIT_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 20;

/**
 * Waits until `look` returns something, at most 30 seconds. Prefer an event where one exists.
 * @param what the test waits for, as the error says it: `the job to end`.
 */
export async function eventually<Found>(
  what: string,
  look: () => Found | undefined | Promise<Found | undefined>,
): Promise<Found> {
  const end = performance.now() + LIMIT_MILLISECONDS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`Waited ${LIMIT_MILLISECONDS / 1000} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}
