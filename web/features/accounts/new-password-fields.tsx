import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/ui/password-field.tsx';

/** A new password, typed twice: `NAME` and `NAME2`. */
export function NewPasswordFields({
  name = 'password',
  label,
  repeatLabel,
  errorOf,
}: {
  name?: string;
  label: string;
  repeatLabel: string;
  errorOf: (name: string) => string | boolean;
}) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        name={name}
        label={label}
        description={t('accounts.passwordHint')}
        autoComplete="new-password"
        error={errorOf(name)}
      />
      <PasswordField
        name={`${name}2`}
        label={repeatLabel}
        autoComplete="new-password"
        error={errorOf(`${name}2`)}
      />
    </>
  );
}
