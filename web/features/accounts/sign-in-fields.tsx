import { TextInput } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** It takes the focus; the password does if the address is given. */
export function EmailField({
  description,
  error,
  fixed,
}: {
  description?: ReactNode;
  error: ReactNode;
  /** The address that it must be. */
  fixed?: string | undefined;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  // In an effect, after that of the page’s heading.
  const isFixed = fixed !== undefined;
  useEffect(() => {
    const first = isFixed
      ? field.current?.form?.querySelector<HTMLInputElement>('[name="password"]')
      : field.current;
    first?.focus();
  }, [isFixed]);
  return (
    <TextInput
      ref={field}
      name="email"
      label={t('accounts.email')}
      description={description}
      {...(isFixed ? { defaultValue: fixed, readOnly: true } : {})}
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

/** The step has just replaced another one, which had the focus. */
const focusOnce = (field: HTMLInputElement | null): void => field?.focus();
