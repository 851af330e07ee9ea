import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { email, loginRequest, type Session } from '../../../contract/accounts.ts';
import { request } from '../../api-client/request.ts';
import { openSession } from '../../api-client/session.ts';
import { Failure } from '../../ui/failure.tsx';
import classes from './accounts.module.css';
import { EmailField } from './email-field.tsx';
import { findChallenge } from './find-challenge.ts';
import { PasswordField } from './password-field.tsx';
import { useAccountForm } from './use-account-form.ts';

/** The server answers any other address like an unknown one; a mistyped one is caught before it is asked. */
const typedLogin = loginRequest.extend({ email });

/** Logs in; once the session is open, the route's guard leads to the courses. `onChallenge` asks for the second factor. */
export function LoginForm({ onChallenge }: { onChallenge: (challenge: string) => void }) {
  const { t } = useTranslation();
  const { onSubmit, isWorking, alert, error, errorOf } = useAccountForm({
    schema: typedLogin,
    fallback: 'Failed to login.',
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
        <EmailField error={errorOf('email')} />
        <PasswordField
          name="password"
          label={t('accounts.password')}
          autoComplete="current-password"
          error={errorOf('password')}
        />
        <Button type="submit" size="md" mt={4} aria-disabled={isWorking}>
          {isWorking ? t('accounts.loggingIn') : t('accounts.login')}
        </Button>
      </fieldset>
    </form>
  );
}
