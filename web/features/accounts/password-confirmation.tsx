import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settings } from '#web/api-client/settings.ts';
import { PasswordField } from './password-field.tsx';

/** What the server gets instead of a password where no one has one; it looks at when the session began. */
export const NO_PASSWORD = 'signed-in-with-the-provider';

/** Asks for the password before something is done, or says that a recent sign-in is needed where no one has a password. */
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

export function RecentSignIn({ error = false }: { error?: ReactNode }) {
  const { t } = useTranslation();
  return error === false ? (
    <Text size="sm" c="dimmed">
      {t('account.recentSignIn')}
    </Text>
  ) : (
    <Text size="sm" c="red" role="alert">
      {error}
    </Text>
  );
}
