import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settings } from '#web/api-client/settings.ts';
import { NO_PASSWORD, RecentSignIn } from '#web/ui/recent-sign-in.tsx';

/** The initial value of the field. A placeholder if no one has a password. */
export const initialPassword = settings.localAccounts ? '' : NO_PASSWORD;

/** The administrator's password, required before actions that change who has access. */
export function OwnPasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  if (!settings.localAccounts) return <RecentSignIn />;
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
