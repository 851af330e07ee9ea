import { getSession, hasAccountEnded, subscribeToSession } from './session.ts';

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
