/** Below this a measurement says more about the machine than about the code. */
const TOO_SHORT_MILLISECONDS = 25;
const ATTEMPTS = 8;

/**
 * By what the processor time of `run` grows when its input grows fourfold: about 4 for one that is linear, 16 for one that
 * is quadratic. The least of several attempts counts, and only processor time does, so that a busy machine does no harm.
 * @param size of the smaller input, as `make` understands it; the larger is four times that.
 */
export function measureGrowth<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
  size: number,
): number {
  const [small, large] = [make(size), make(4 * size)];
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least > LINEAR_AT_MOST; attempt += 1) {
    const largeMilliseconds = processorMilliseconds(() => run(large));
    if (largeMilliseconds < TOO_SHORT_MILLISECONDS) return 1;
    least = Math.min(
      least,
      largeMilliseconds /
        Math.max(
          processorMilliseconds(() => run(small)),
          1,
        ),
    );
  }
  return least;
}

/** Between 4 and 16, nearer to the latter: memory that no longer fits into a cache makes linear code grow by more than 4. */
export const LINEAR_AT_MOST = 9;

function processorMilliseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
