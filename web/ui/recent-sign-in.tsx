import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Sent instead of a password if no one has one. The server checks when the session began. */
export const NO_PASSWORD = 'signed-in-with-the-provider';

/** Replaces a password field if people sign in only with the provider. */
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
