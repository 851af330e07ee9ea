import { refreshTokens } from './refresh-tokens.ts';
import { getSession } from './session.ts';
import { waitForSignIn } from './wait-for-sign-in.ts';

/** After a rejected API key: checks whether the session has expired, and if so waits until its user has signed in again. */
export async function renewSession(signal: AbortSignal): Promise<void> {
  const { access, user } = getSession();
  if (!(await refreshTokens(access))) await waitForSignIn(user?.id, signal);
  signal.throwIfAborted();
}
