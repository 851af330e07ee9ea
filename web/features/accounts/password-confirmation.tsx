import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settings } from '#web/api-client/settings.ts';
import { NO_PASSWORD, RecentSignIn } from '#web/ui/recent-sign-in.tsx';
import { PasswordField } from './password-field.tsx';

/** Asks for the password before an action, or says that a recent sign-in is required if no one has a password. */
export function PasswordConfirmation({
  autoFocus = false,
  error,
}: {
  autoFocus?: boolean;
  error: ReactNode;
}) {
  const { t } = useTranslation();
  if (settings.localAccounts) {
    return (
      <PasswordField
        name="password"
        label={t('account.yourPassword')}
        autoComplete="current-password"
        autoFocus={autoFocus}
        error={error}
      />
    );
  }
  return (
    <>
      <input type="hidden" name="password" value={NO_PASSWORD} />
      <RecentSignIn error={error} />
    </>
  );
}
