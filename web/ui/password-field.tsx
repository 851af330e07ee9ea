import { ActionIcon, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function PasswordField({
  name,
  label,
  description,
  autoComplete,
  autoFocus = false,
  error,
}: {
  name: string;
  label: string;
  description?: string | undefined;
  autoComplete: 'current-password' | 'new-password';
  /** In a dialog: whether the focus begins here. */
  autoFocus?: boolean;
  error: ReactNode;
}) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const ShownIcon = isShown ? IconEyeOff : IconEye;
  return (
    <TextInput
      name={name}
      label={label}
      description={description}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      spellCheck={false}
      required
      withAsterisk={false}
      error={error}
      size="md"
      rightSectionWidth={44}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={isShown ? t('common.hideField', { label }) : t('common.showField', { label })}
          onClick={() => setIsShown((shown) => !shown)}
        >
          <ShownIcon size={19} stroke={1.6} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
