const STORED = 'lectern-lti-launch';

/** The token behind the `#`, which is taken out of the address and kept for reloads of this tab. */
export function takeLaunchToken(): string | null {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('launch');
  if (token === null) return window.sessionStorage.getItem(STORED);
  window.sessionStorage.setItem(STORED, token);
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}

export const forgetLaunchToken = (): void => window.sessionStorage.removeItem(STORED);
