import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What the server gets instead of a password where no one has one; it looks at when the session began. */
export const NO_PASSWORD = 'signed-in-with-the-provider';

/** Takes the place of a password field where people sign in with the provider alone. */
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
