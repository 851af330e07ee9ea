import { getSession, hasAccountEnded, subscribeToSession } from './session.ts';
import { refreshTokens } from './refresh-tokens.ts';

/**
 * Waits while the session of the open page is expired. Resolves to whether its user has signed in again: false immediately if the
 * session has not expired, and when another user signs in instead or `signal` aborts.
 */
export function waitForSignIn(userId: number | undefined, signal?: AbortSignal): Promise<boolean> {
  const isOver = (): boolean => !getSession().interrupted || signal?.aborted === true;
  if (isOver()) return Promise.resolve(false);
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isOver()) return;
      stop();
      signal?.removeEventListener('abort', look);
      resolve(signal?.aborted !== true && !hasAccountEnded() && getSession().user?.id === userId);
    };
    const stop = subscribeToSession(look);
    signal?.addEventListener('abort', look);
  });
}

/** After a rejected API key: checks whether the session has expired, and if so, waits until the user has signed in again. */
export async function renewSession(signal: AbortSignal): Promise<void> {
  const { access, user } = getSession();
  if (!(await refreshTokens(access))) await waitForSignIn(user?.id, signal);
  signal.throwIfAborted();
}
