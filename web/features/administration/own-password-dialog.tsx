import { Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordDialog } from '#web/ui/password-dialog.tsx';

export function OwnPasswordDialog<Result>({
  text,
  ...dialog
}: { text: string } & Omit<
  ComponentProps<typeof PasswordDialog<Result>>,
  'failure' | 'passwordHelp' | 'children'
>) {
  const { t } = useTranslation();
  return (
    <PasswordDialog
      failure={t('administration.notChanged')}
      passwordHelp={t('administration.yourPasswordHelp')}
      {...dialog}
    >
      <Text>{text}</Text>
    </PasswordDialog>
  );
}
