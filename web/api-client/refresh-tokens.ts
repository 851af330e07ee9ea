import type { RefreshedTokens } from '../../contract/accounts.ts';
import { clearSession, getApiKey, keepTokens, readTokensNow } from './session.ts';
import { settings } from './settings.ts';

/** One refresh at a time over all tabs. */
const LOCK = 'lectern-refresh-tokens';

let underWay: Promise<boolean> | undefined;

/**
 * Gets new tokens, once for all requests that found theirs spent, in this tab and the others. Answers whether there
 * are new ones. When the server refuses, everything stored is cleared and the session has expired; when it cannot be
 * asked or is in trouble itself, nothing is cleared, since the tokens may well be good.
 *
 * @param spentAccess the access token that was refused
 */
export function refreshTokens(spentAccess: string | null): Promise<boolean> {
  underWay ??= withLock(() => refreshUnlessDone(spentAccess)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function withLock(work: () => Promise<boolean>): Promise<boolean> {
  // Browsers offer locks only where the page is secure or local; elsewhere the server's grace of ten seconds
  // for a token used twice keeps two tabs from signing each other out.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(LOCK, work);
}

async function refreshUnlessDone(spentAccess: string | null): Promise<boolean> {
  const { access, refresh } = readTokensNow();
  if (access !== null && access !== spentAccess) return true;
  if (refresh === null) return expire();
  let response: Response;
  try {
    response = await fetch(`${settings.apiBaseUrl}/api/auth/refresh/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'api-key': getApiKey() },
      body: JSON.stringify({ refresh }),
    });
  } catch {
    return false;
  }
  if (response.ok) {
    const tokens = (await response.json()) as RefreshedTokens;
    keepTokens({ ...tokens, refresh: (tokens as Partial<RefreshedTokens>).refresh ?? refresh });
    return true;
  }
  if (response.status >= 500 || response.status === 408 || response.status === 429) return false;
  return expire();
}

function expire(): false {
  clearSession({ expired: true });
  return false;
}
