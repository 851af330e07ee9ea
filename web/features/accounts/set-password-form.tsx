import { Anchor, Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '#web/api-client/api-error.ts';
import { request } from '#web/api-client/request.ts';
import { Failure } from '#web/ui/failure.tsx';
import { paths } from '#web/ui/paths.ts';
import classes from './accounts.module.css';
import { PasswordField } from './password-field.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Sets a new password with the token of a link. */
export function SetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation();
  const [revokes, setRevokes] = useState(false);
  const { onSubmit, isWorking, alert, error, errorOf } = useAccountForm({
    loadSchema: async () => (await import('#contract/accounts.ts')).passwordResetConfirmation,
    fallback: t('access.setFailed'),
    send: async (input) => {
      const body = { ...input, revoke_api_keys: revokes };
      await request('POST', '/api/password-reset/confirm/', { body });
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      {alert !== undefined && <Failure message={alert} error={error} />}
      {isAboutLink(error) && (
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
          label={t('access.revokeKeys')}
          checked={revokes}
          onChange={({ currentTarget }) => {
            setRevokes(currentTarget.checked);
          }}
        />
        <Button type="submit" size="md" mt={4} aria-disabled={isWorking}>
          {isWorking ? t('access.setting') : t('access.setPassword')}
        </Button>
      </fieldset>
    </form>
  );
}

const isAboutLink = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.errors?.some(({ field }) => field === 'token') === true;
