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
 * requests at the moment. All of them pass.
 */
const PASSING = [401, 409, 423, 429];

/** Whether asking again would give the same answer. */
export const isFinal = (status: number): boolean => !isOutage(status) && !PASSING.includes(status);

/** With a session that is valid, a key that is refused so often is no longer anyone's. */
export const MOST_REFUSALS = 3;

/** An answer that another one may follow later, to the same upload: its owner lacks the permission or the room. */
const LATER = [403, 507];

/** Whether the upload is over: it arrived, it is gone, or its content was refused. Otherwise the service keeps what it has. */
export const isOver = (status: number): boolean => isFinal(status) && !LATER.includes(status);

/** How long to wait before asking again, in milliseconds: at least what the service wants. */
export function pauseOf(attempt: number, retryAfter: string | null): number | undefined {
  const pause = RETRY_MILLISECONDS[attempt];
  const asked = retryAfter !== null && /^\d{1,6}$/u.test(retryAfter) ? Number(retryAfter) * 1_000 : 0;
  return pause === undefined ? undefined : Math.max(pause, asked);
}
