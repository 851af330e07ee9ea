import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function EmailField({ description, error }: { description?: ReactNode; error: ReactNode }) {
  const { t } = useTranslation();
  return (
    <TextInput
      name="email"
      label={t('accounts.email')}
      description={description}
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
