import { Alert, Anchor, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Session } from '#contract/accounts.ts';
import { unexpectedError } from '#web/api-client/api-error.ts';
import { request } from '#web/api-client/request.ts';
import { openSession } from '#web/api-client/session.ts';
import { Failure } from '#web/ui/failure.tsx';
import { paths } from '#web/ui/paths.ts';
import classes from './accounts.module.css';
import { EmailField } from './email-field.tsx';
import { isAboutField } from './is-about-field.ts';
import { PasswordField } from './password-field.tsx';
import { useAccountForm } from './use-account-form.ts';
import type { RegistrationProof } from './use-link-token.ts';

const REDIRECT_MILLISECONDS = 2_000;

/** Registers, confirms it, and after two seconds opens the courses, or the login page if there are no tokens. */
export function RegisterForm({
  invitation,
  domains,
  proof,
}: {
  /** The token of an invitation. */
  invitation: string | undefined;
  /** Of the email addresses that may register; empty: every one. */
  domains: readonly string[];
  /** From a mailed link. */
  proof: RegistrationProof | undefined;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isDone, setIsDone] = useState(false);
  const { onSubmit, isWorking, alert, error, errorOf } = useAccountForm({
    loadSchema: async () =>
      (await import('#contract/accounts.ts')).registerRequest.refine(
        (input) => isOfDomain(input.email, domains),
        { path: ['email'], message: t('access.onlyDomains', { domains: domains.join(', ') }) },
      ),
    fallback: unexpectedError,
    send: async (input) => {
      const body = {
        ...input,
        username: input.email,
        ...(invitation === undefined ? {} : { invitation }),
        ...(proof === undefined ? {} : { verification: proof.verification }),
      };
      const answer = await request<Partial<Session>>('POST', '/api/auth/register/', { body });
      setIsDone(true);
      // The session opens only then: the guard would leave this screen at once. It goes on even when the person has
      // left it by then, since the account is made and they have asked to be let in.
      setTimeout(() => {
        if (isSession(answer)) openSession(answer);
        void navigate(isSession(answer) ? paths.courses : paths.login);
      }, REDIRECT_MILLISECONDS);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      {alert !== undefined && <Failure message={alert} error={error} />}
      {isAboutField(error, 'verification') && (
        <p className={classes.aside}>
          <Anchor component={Link} to={paths.register} underline="always">
            {t('access.anotherLink')}
          </Anchor>
        </p>
      )}
      {invitation !== undefined && !isDone && (
        <Alert color="gray" variant="light" mb="md">
          {t('access.invited')}
        </Alert>
      )}
      {isDone && (
        <Alert
          role="status"
          color="green"
          variant="light"
          icon={<IconCheck aria-hidden />}
          mb="md"
          title={t('accounts.registered')}
        >
          {t('accounts.goingOn')}
        </Alert>
      )}
      <fieldset className={classes.fields} disabled={isDone}>
        <EmailField
          description={
            domains.length === 0 ? undefined : t('access.onlyDomains', { domains: domains.join(', ') })
          }
          error={errorOf('email')}
          fixed={proof?.email}
        />
        <PasswordField
          name="password"
          label={t('accounts.password')}
          description={t('accounts.passwordHint')}
          autoComplete="new-password"
          error={errorOf('password')}
        />
        <PasswordField
          name="password2"
          label={t('accounts.confirmPassword')}
          autoComplete="new-password"
          error={errorOf('password2')}
        />
        <Button type="submit" size="md" mt={4} aria-disabled={isWorking}>
          {isWorking ? t('accounts.registering') : t('accounts.register')}
        </Button>
      </fieldset>
    </form>
  );
}

const isOfDomain = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

const isSession = (answer: Partial<Session>): answer is Session =>
  answer.access !== undefined && answer.refresh !== undefined && answer.user !== undefined;
