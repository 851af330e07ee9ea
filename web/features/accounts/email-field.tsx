import { TextInput } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** It takes the focus: whoever opens a sign-in page starts here. */
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
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      name="email"
      label={t('accounts.email')}
      description={description}
      {...(fixed === undefined ? {} : { defaultValue: fixed, readOnly: true })}
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
