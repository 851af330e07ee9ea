import { clearSession, getApiKey, readTokensNow } from './session.ts';
import { settings } from './settings.ts';

/**
 * Forgets who is signed in, at once and in all tabs. The server is told so that the tokens end there too; when it
 * cannot be reached they end by themselves, and nobody who signs out has to wait for that.
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
