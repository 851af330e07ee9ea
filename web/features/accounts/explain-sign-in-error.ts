import type { TFunction } from 'i18next';
import { ApiError } from '#web/api-client/api-error.ts';

/** What to say when a step of signing in, or of setting up the second factor, did not succeed. */
export function explainSignInError(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('signIn.failed');
  const { code, errors, detail } = error.problem;
  const field = errors?.[0]?.field;
  if (code === 'validation_failed' && field === 'code') return t('signIn.wrongCode');
  if (code === 'validation_failed' && field === 'password' && error.status === 400) {
    // The server's message explains how an account without a password sets one.
    return detail?.startsWith('Your account has no password') === true ? detail : t('signIn.wrongPassword');
  }
  if (code === 'invalid_credentials') return t('signIn.wrongPassword');
  if (code === 'token_invalid') return t('signIn.expiredStep');
  if (code === 'account_inactive') return t('signIn.inactive');
  if (code === 'too_many_requests') return t('signIn.tooMany');
  return detail ?? t('signIn.failed');
}
