import { SIGN_IN_ERRORS, type SignInError } from '#contract/sign-in-errors.ts';
import { settings } from '#web/api-client/settings.ts';
import { readTab as readTabStored, writeTab } from '#web/api-client/tab-storage.ts';

/** What the server put behind the `#` of the login page's address when the provider had led back to it. */
export type ProviderReturn =
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'link'; readonly token: string; readonly email: string }
  | { readonly kind: 'error'; readonly error: SignInError };

const STORED = 'lectern-sign-in-tab';
const TAB_BYTES = 24;

const isSignInError = (text: string): text is SignInError =>
  (SIGN_IN_ERRORS as readonly string[]).includes(text);

/** Reads it from an address. */
export function readProviderReturn(hash: string): ProviderReturn | undefined {
  const parameters = new URLSearchParams(hash.replace(/^#/u, ''));
  const session = parameters.get('sign-in');
  if (session !== null) return { kind: 'session', token: session };
  const link = parameters.get('link');
  if (link !== null) return { kind: 'link', token: link, email: parameters.get('email') ?? '' };
  const error = parameters.get('sign-in-error');
  if (error === null) return undefined;
  return { kind: 'error', error: isSignInError(error) ? error : 'provider_refused' };
}

/** Leaves for the provider. Only the tab that does can finish the sign-in. */
export function leaveForProvider(): void {
  const bytes = crypto.getRandomValues(new Uint8Array(TAB_BYTES));
  const tab = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  writeTab(STORED, tab);
  window.location.assign(`${settings.apiBaseUrl}/api/auth/oidc/start/?tab=${tab}`);
}

/** Of the sign-in that this tab began; one that no server knows when it began none. */
export const readTab = (): string => readTabStored(STORED) ?? 'this-tab-began-none';
