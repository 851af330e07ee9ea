import { TextInput } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** It takes the focus, since whoever opens a sign-in page starts here; the password does where the address is given. */
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
