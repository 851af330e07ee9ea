/** Pauses between attempts: soon at first, then every half a minute, for some forty minutes without any progress. */
export const RETRY_MILLISECONDS: readonly number[] = [
  500,
  1_000,
  2_000,
  4_000,
  8_000,
  15_000,
  ...new Array<number>(80).fill(30_000),
];

/** Nobody answered (0), or somebody who could not: the service is away for the moment. */
export const isOutage = (status: number): boolean =>
  status === 0 || status === 408 || (status >= 500 && status !== 501 && status !== 507);

/** 409: another place than thought, which is asked for; 423: somebody else is still at it. Both pass. */
const PASSING = [409, 423];

/** Whether asking again would give the same answer. */
export const isFinal = (status: number): boolean => !isOutage(status) && !PASSING.includes(status);
