/** A progress in percent, and when it was seen, in milliseconds since whenever. */
export interface ProgressSeen {
  readonly percent: number;
  readonly atMilliseconds: number;
}

/** Before so much was seen to pass, an estimate would be a guess. */
const SHORTEST_SEEN_MILLISECONDS = 3_000;
const LEAST_SEEN_PERCENT = 2;

/** Seconds until 100 % at the pace since `first`; undefined while too little was seen to tell. */
export function estimateSecondsLeft(first: ProgressSeen, now: ProgressSeen): number | undefined {
  const passed = now.atMilliseconds - first.atMilliseconds;
  const done = now.percent - first.percent;
  if (passed < SHORTEST_SEEN_MILLISECONDS || done < LEAST_SEEN_PERCENT) return undefined;
  return ((100 - now.percent) * passed) / done / 1000;
}
