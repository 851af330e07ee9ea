/** Why the provider's sign-in led back to the login page without success; the page says it in words. */
export const SIGN_IN_ERRORS = [
  'provider_unreachable',
  'provider_refused',
  'cancelled',
  'expired',
  'email_missing',
  'email_not_verified',
  'domain_not_allowed',
  'registration_closed',
  'account_inactive',
  'too_many_requests',
] as const;
export type SignInError = (typeof SIGN_IN_ERRORS)[number];
