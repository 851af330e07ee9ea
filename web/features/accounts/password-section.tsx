import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#web/api-client/use-session.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { AccountForm } from './account-form.tsx';
import { useChangePassword, useTwoFactorState } from './account.queries.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { CodeField } from './sign-in-fields.tsx';

async function loadTypedChange() {
  const { givenPassword, passwordChangeRequest } = await import('#contract/accounts.ts');
  return passwordChangeRequest
    .extend({ new_password2: givenPassword })
    .refine((input) => input.new_password === input.new_password2, {
      path: ['new_password2'],
      message: 'Passwords do not match.',
    });
}

/** A new password. It ends every other session, and the API keys if the owner says so. */
export function PasswordSection() {
  const { t } = useTranslation();
  const change = useChangePassword();
  const { user } = useSession();
  const hasSecondFactor = useTwoFactorState().data?.enabled === true;
  const [revokes, setRevokes] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  return (
    <SettingsSection id="password-heading" title={t('accounts.password')} text={t('account.passwordText')}>
      <AccountForm
        loadSchema={loadTypedChange}
        fallback={t('account.passwordNotChanged')}
        send={async ({ current_password, new_password, code }, form) => {
          setDone(null);
          const proof = hasSecondFactor ? { code: code ?? '' } : {};
          await change.mutateAsync({ current_password, new_password, ...proof, revoke_api_keys: revokes });
          setDone(revokes ? t('account.passwordChangedKeysRevoked') : t('account.passwordChanged'));
          setRevokes(false);
          form.reset();
        }}
        submit={t('account.changePassword')}
        working={t('account.saving')}
        done={done}
      >
        {(errorOf) => (
          <>
            {/* Shows a password manager which account it is for. */}
            <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
            <PasswordField
              name="current_password"
              label={t('account.currentPassword')}
              autoComplete="current-password"
              error={errorOf('current_password')}
            />
            <NewPasswordFields
              name="new_password"
              label={t('account.newPassword')}
              repeatLabel={t('account.repeatNewPassword')}
              errorOf={errorOf}
            />
            {hasSecondFactor && <CodeField kind="either" error={errorOf('code')} />}
            <Checkbox
              label={t('account.revokeKeysToo')}
              description={t('account.revokeKeysTooHelp')}
              checked={revokes}
              onChange={({ currentTarget }) => setRevokes(currentTarget.checked)}
            />
          </>
        )}
      </AccountForm>
    </SettingsSection>
  );
}
