import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The administrator's password, required before actions that change who has access. */
export function OwnPasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('administration.yourPassword')}
      description={t('administration.yourPasswordHelp')}
      type="password"
      autoComplete="current-password"
      required
      withAsterisk={false}
      data-autofocus
      maxLength={1024}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
