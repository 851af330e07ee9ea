import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function EmailField({ error }: { error: ReactNode }) {
  const { t } = useTranslation();
  return (
    <TextInput
      name="email"
      label={t('accounts.email')}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      error={error}
      size="md"
    />
  );
}
