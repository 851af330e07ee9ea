import { Button, Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#web/api-client/use-session.ts';
import { Failure } from '#web/ui/failure.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import classes from './account.module.css';
import { useChangePassword } from './account.queries.ts';
import { CodeField } from './code-field.tsx';
import { DoneNote } from './done-note.tsx';
import { PasswordField } from './password-field.tsx';
import { useTwoFactorState } from './two-factor/two-factor.queries.ts';
import { useAccountForm } from './use-account-form.ts';

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
  const form = useRef<HTMLFormElement>(null);
  const [revokes, setRevokes] = useState(false);
  const [done, setDone] = useState<string>();
  const { onSubmit, isWorking, alert, error, errorOf } = useAccountForm({
    loadSchema: loadTypedChange,
    fallback: t('account.passwordNotChanged'),
    send: async ({ current_password, new_password, code }) => {
      const proof = hasSecondFactor ? { code: code ?? '' } : {};
      await change.mutateAsync({ current_password, new_password, ...proof, revoke_api_keys: revokes });
      setDone(revokes ? t('account.passwordChangedKeysRevoked') : t('account.passwordChanged'));
      setRevokes(false);
      form.current?.reset();
    },
  });
  return (
    <SettingsSection id="password-heading" title={t('accounts.password')} text={t('account.passwordText')}>
      <form
        ref={form}
        onSubmit={(event) => {
          setDone(undefined);
          return onSubmit(event);
        }}
        noValidate
      >
        {alert !== undefined && <Failure message={alert} error={error} />}
        <fieldset className={classes.fields}>
          {/* Shows a password manager which account it is for. */}
          <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <PasswordField
            name="current_password"
            label={t('account.currentPassword')}
            autoComplete="current-password"
            error={errorOf('current_password')}
          />
          <PasswordField
            name="new_password"
            label={t('account.newPassword')}
            description={t('accounts.passwordHint')}
            autoComplete="new-password"
            error={errorOf('new_password')}
          />
          <PasswordField
            name="new_password2"
            label={t('account.repeatNewPassword')}
            autoComplete="new-password"
            error={errorOf('new_password2')}
          />
          {hasSecondFactor && <CodeField kind="either" error={errorOf('code')} />}
          <Checkbox
            label={t('account.revokeKeysToo')}
            description={t('account.revokeKeysTooHelp')}
            checked={revokes}
            onChange={({ currentTarget }) => {
              setRevokes(currentTarget.checked);
            }}
          />
          <div className={classes.buttons}>
            <Button type="submit" size="md" aria-disabled={isWorking}>
              {isWorking ? t('account.saving') : t('account.changePassword')}
            </Button>
            <DoneNote text={done} />
          </div>
        </fieldset>
      </form>
    </SettingsSection>
  );
}
