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

/**
 * 401: its user has to sign in again; 409: the offset differs and is requested; 423: another request holds the upload; 429: too many
 * requests. All of them are temporary.
 */
const PASSING = [401, 409, 423, 429];

/** Whether asking again would give the same answer. */
export const isFinal = (status: number): boolean => !isOutage(status) && !PASSING.includes(status);

/** If the session is valid, a key that is rejected this often no longer exists. */
export const MOST_REFUSALS = 3;

/** Statuses after which the same upload may succeed later: its owner lacks the permission or the space. */
const LATER = [403, 507];

/** Whether the upload is over: complete, gone, or rejected for its content. Otherwise the service keeps what it has received. */
export const isOver = (status: number): boolean => isFinal(status) && !LATER.includes(status);

/** How long to wait before the next try, in milliseconds: at least the delay that the service requests. */
export function pauseOf(attempt: number, retryAfter: string | null): number | undefined {
  const pause = RETRY_MILLISECONDS[attempt];
  const asked = retryAfter !== null && /^\d{1,6}$/u.test(retryAfter) ? Number(retryAfter) * 1_000 : 0;
  return pause === undefined ? undefined : Math.max(pause, asked);
}
