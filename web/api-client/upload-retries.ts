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

/** No answer (0), or one that says that the service is temporarily unavailable. */
export const isOutage = (status: number): boolean =>
  status === 0 || status === 408 || (status >= 500 && status !== 501 && status !== 507);

/** 409: the offset differs and is requested; 423: another request holds the upload. Both are temporary. */
const PASSING = [409, 423];

/** Whether asking again would give the same answer. */
export const isFinal = (status: number): boolean => !isOutage(status) && !PASSING.includes(status);
