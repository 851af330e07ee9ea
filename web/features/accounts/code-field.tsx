import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A code of the authenticator app, which phones and password managers fill in; or a recovery code. */
export function CodeField({
  kind,
  error,
  autoFocus = false,
}: {
  kind: 'app' | 'recovery' | 'either';
  error: ReactNode;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <TextInput
      name="code"
      label={kind === 'recovery' ? t('signIn.recoveryCode') : t('signIn.code')}
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      required
      withAsterisk={false}
      error={error}
      size="md"
      ref={autoFocus ? focusOnce : undefined}
    />
  );
}

/** The step has just replaced another, whose focus is gone with it. */
const focusOnce = (field: HTMLInputElement | null): void => field?.focus();
