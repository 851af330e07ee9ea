import { Anchor, Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PasswordResetDone } from '#contract/accounts.ts';
import { request } from '#web/api-client/request.ts';
import { Failure } from '#web/ui/failure.tsx';
import { paths } from '#web/ui/paths.ts';
import classes from './accounts.module.css';
import { isAboutField } from './is-about-field.ts';
import { PasswordField } from './password-field.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Sets a new password with the token of a link. */
export function SetPasswordForm({
  token,
  onDone,
}: {
  token: string;
  onDone: (done: PasswordResetDone) => void;
}) {
  const { t } = useTranslation();
  const [keeps, setKeeps] = useState(false);
  const { onSubmit, isWorking, alert, error, errorOf } = useAccountForm({
    loadSchema: async () => (await import('#contract/accounts.ts')).passwordResetConfirmation,
    fallback: t('access.setFailed'),
    send: async (input) => {
      const body = { ...input, keep_api_keys: keeps };
      onDone(await request<PasswordResetDone>('POST', '/api/password-reset/confirm/', { body }));
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      {alert !== undefined && <Failure message={alert} error={error} />}
      {isAboutField(error, 'token') && (
        <p className={classes.aside}>
          <Anchor component={Link} to={paths.resetPassword} underline="always">
            {t('access.anotherLink')}
          </Anchor>
        </p>
      )}
      <fieldset className={classes.fields}>
        <input type="hidden" name="token" value={token} />
        <PasswordField
          name="password"
          label={t('access.newPassword')}
          description={t('accounts.passwordHint')}
          autoComplete="new-password"
          error={errorOf('password')}
        />
        <PasswordField
          name="password2"
          label={t('access.repeatNewPassword')}
          autoComplete="new-password"
          error={errorOf('password2')}
        />
        <Checkbox
          label={t('access.keepKeys')}
          description={t('access.keepKeysHelp')}
          checked={keeps}
          onChange={({ currentTarget }) => {
            setKeeps(currentTarget.checked);
          }}
        />
        <Button type="submit" size="md" mt={4} aria-disabled={isWorking}>
          {isWorking ? t('access.setting') : t('access.setPassword')}
        </Button>
      </fieldset>
    </form>
  );
}
