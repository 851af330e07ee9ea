import { useTranslation } from 'react-i18next';
import type { Session } from '#contract/accounts.ts';
import { ApiError, loginFailed } from '#web/api-client/api-error.ts';
import { request } from '#web/api-client/request.ts';
import { openSession } from '#web/api-client/session.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { AccountForm } from './account-form.tsx';
import { EmailField } from './sign-in-fields.tsx';

/** The challenge of a second login step, if the server asked for one. */
export const findChallenge = (error: unknown): string | undefined =>
  error instanceof ApiError && error.problem.code === 'second_factor_required'
    ? error.problem.challenge
    : undefined;

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
  return (
    <AccountForm
      loadSchema={loadSchema}
      fallback={loginFailed}
      send={async (body) => {
        try {
          openSession(await request<Session>('POST', '/api/auth/login/', { body }));
        } catch (error) {
          const challenge = findChallenge(error);
          if (challenge === undefined) throw error;
          onChallenge(challenge);
        }
      }}
      submit={t('accounts.login')}
      working={t('accounts.loggingIn')}
    >
      {(errorOf) => (
        <>
          <EmailField fixed={email} error={errorOf('email')} />
          <PasswordField
            name="password"
            label={t('accounts.password')}
            autoComplete="current-password"
            autoFocus={email !== undefined}
            error={errorOf('password')}
          />
        </>
      )}
    </AccountForm>
  );
}
