import type { RefreshedTokens } from '#contract/accounts.ts';
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
  underWay ??= withLock((hasWaited) => refreshUnlessDone(spentAccess, hasWaited)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function withLock(work: (hasWaited: boolean) => Promise<boolean>): Promise<boolean> {
  // Browsers offer locks only where the page is secure or local; elsewhere the server's grace of ten seconds
  // for a token used twice keeps two tabs from signing each other out.
  if (!('locks' in navigator)) return work(false);
  let hasWaited = false;
  return navigator.locks
    .request(LOCK, { ifAvailable: true }, async (free) => {
      if (free !== null) return work(false);
      hasWaited = true;
      return false;
    })
    .then((done) => (hasWaited ? navigator.locks.request(LOCK, () => work(true)) : done));
}

/**
 * What another tab stored arrives here a moment after its lock is free: Chromium copies storage between processes. Whoever
 * had to wait for the lock knows that there will be something; the others look twice, in case they only just missed it.
 */
const STORAGE_DELAY_MILLISECONDS = { waited: 500, free: 100 };

async function findNewAccess(spentAccess: string | null, patience: number): Promise<boolean> {
  const deadline = Date.now() + patience;
  for (;;) {
    const { access } = readTokensNow();
    if (access !== null && access !== spentAccess) return true;
    if (Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function refreshUnlessDone(spentAccess: string | null, hasWaited: boolean): Promise<boolean> {
  if (await findNewAccess(spentAccess, STORAGE_DELAY_MILLISECONDS[hasWaited ? 'waited' : 'free']))
    return true;
  const { refresh } = readTokensNow();
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
  const now = readTokensNow();
  // The user signed out in the meantime.
  if (now.refresh === null) return false;
  // Another tab was faster. Its entries arrive one after the other, the access token last.
  if (now.refresh !== refresh) return findNewAccess(spentAccess, STORAGE_DELAY_MILLISECONDS.waited);
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
