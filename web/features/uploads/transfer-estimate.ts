/** How many bytes had left at an instant. */
export interface TransferSample {
  atMilliseconds: number;
  sentBytes: number;
}

export interface TransferEstimate {
  bytesPerSecond: number;
  secondsLeft: number;
}

/** Speed is that of the last seconds, so that a connection that slows down shows. */
const WINDOW_MILLISECONDS = 5_000;
/** Less than this says nothing yet. */
const SHORTEST_MILLISECONDS = 800;

/** Adds a sample and forgets those that are too old to count, but for the one the window begins with. */
export function addSample(samples: readonly TransferSample[], sample: TransferSample): TransferSample[] {
  const from = sample.atMilliseconds - WINDOW_MILLISECONDS;
  const firstInside = samples.findIndex(({ atMilliseconds }) => atMilliseconds >= from);
  return [...(firstInside === -1 ? samples.slice(-1) : samples.slice(Math.max(0, firstInside - 1))), sample];
}

/** Speed and time left, or undefined while too little has been seen, or nothing moves. */
export function estimateTransfer(
  samples: readonly TransferSample[],
  totalBytes: number,
): TransferEstimate | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const milliseconds = last.atMilliseconds - first.atMilliseconds;
  const bytes = last.sentBytes - first.sentBytes;
  if (milliseconds < SHORTEST_MILLISECONDS || bytes <= 0) return undefined;
  const bytesPerSecond = (bytes * 1000) / milliseconds;
  return { bytesPerSecond, secondsLeft: Math.max(0, totalBytes - last.sentBytes) / bytesPerSecond };
}
