import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '#contract/accounts.ts';
import { loginFailed } from '#web/api-client/api-error.ts';
import { request } from '#web/api-client/request.ts';
import { openSession } from '#web/api-client/session.ts';
import { Failure } from '#web/ui/failure.tsx';
import classes from './accounts.module.css';
import { EmailField } from './email-field.tsx';
import { findChallenge } from './find-challenge.ts';
import { PasswordField } from './password-field.tsx';
import { useAccountForm } from './use-account-form.ts';

/** The server answers an invalid address like an unknown one, so typos are caught here. */
async function loadSchema() {
  const { email, loginRequest } = await import('#contract/accounts.ts');
  return loginRequest.extend({ email });
}

/** Logs in; once the session is open, the route's guard leads to the courses. `onChallenge` asks for the second factor. */
export function LoginForm({
  email,
  onChallenge,
}: {
  /** The only address that may sign in. */
  email?: string;
  onChallenge: (challenge: string) => void;
}) {
  const { t } = useTranslation();
  const { onSubmit, isWorking, alert, error, errorOf } = useAccountForm({
    loadSchema,
    fallback: loginFailed,
    send: async (input) => {
      try {
        openSession(await request<Session>('POST', '/api/auth/login/', { body: input }));
      } catch (error) {
        const challenge = findChallenge(error);
        if (challenge === undefined) throw error;
        onChallenge(challenge);
      }
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      {alert !== undefined && <Failure message={alert} error={error} />}
      <fieldset className={classes.fields}>
        <EmailField fixed={email} error={errorOf('email')} />
        <PasswordField
          name="password"
          label={t('accounts.password')}
          autoComplete="current-password"
          autoFocus={email !== undefined}
          error={errorOf('password')}
        />
        <Button type="submit" size="md" mt={4} aria-disabled={isWorking}>
          {isWorking ? t('accounts.loggingIn') : t('accounts.login')}
        </Button>
      </fieldset>
    </form>
  );
}
