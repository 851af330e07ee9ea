import { clearSession, getApiKey, readTokensNow } from './session.ts';
import { settings } from './settings.ts';

/**
 * Signs out immediately and in all tabs. Asks the server to end the session too; if it is unreachable, the tokens expire by
 * themselves, and the user does not have to wait for that.
 */
export function signOut(): void {
  const { refresh } = readTokensNow();
  const apiKey = getApiKey();
  clearSession();
  if (refresh === null) return;
  void fetch(`${settings.apiBaseUrl}/api/auth/logout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': apiKey },
    body: JSON.stringify({ refresh }),
    keepalive: true,
  }).catch(() => undefined);
}
