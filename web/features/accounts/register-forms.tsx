import { Alert, Anchor } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { Session } from '#contract/accounts.ts';
import { unexpectedError } from '#web/api-client/api-error.ts';
import { request } from '#web/api-client/request.ts';
import { openSession } from '#web/api-client/session.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { AccountForm, isAboutField } from './account-form.tsx';
import { RequestNote } from './account-frame.tsx';
import classes from './account.module.css';
import { NewPasswordFields } from './new-password-fields.tsx';
import { EmailField } from './sign-in-fields.tsx';

const REDIRECT_MILLISECONDS = 2_000;

interface Registration {
  /** The token of an invitation. */
  invitation: string | undefined;
  /** Domains of the email addresses that may register; empty: every domain. */
  domains: readonly string[];
}

/** The parameters of a mailed registration link, `#verification=…&email=…`. */
export interface RegistrationProof {
  readonly verification: string;
  readonly email: string;
}

export function useRegistrationProof(): RegistrationProof | undefined {
  const { hash } = useLocation();
  const parameters = new URLSearchParams(hash.slice(1));
  const verification = parameters.get('verification') ?? '';
  return verification === '' ? undefined : { verification, email: parameters.get('email') ?? '' };
}

/** Registers, shows a confirmation, and after two seconds opens the courses, or the login page if there are no tokens. */
export function RegisterForm({
  invitation,
  domains,
  proof,
}: Registration & {
  /** From a mailed link. */
  proof: RegistrationProof | undefined;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isDone, setIsDone] = useState(false);
  return (
    <AccountForm
      loadSchema={async () =>
        (await import('#contract/accounts.ts')).registerRequest.refine(
          (input) => isOfDomain(input.email, domains),
          { path: ['email'], message: t('access.onlyDomains', { domains: domains.join(', ') }) },
        )
      }
      fallback={unexpectedError}
      send={async (input) => {
        const body = { ...input, username: input.email, invitation, verification: proof?.verification };
        const answer = await request<Partial<Session>>('POST', '/api/auth/register/', { body });
        setIsDone(true);
        // The session starts only after the delay, because the guard then leaves this screen. It starts even if the user has
        // already left the screen, because the account exists and they asked to sign in.
        setTimeout(() => {
          if (isSession(answer)) openSession(answer);
          void navigate(isSession(answer) ? paths.courses : paths.login);
        }, REDIRECT_MILLISECONDS);
      }}
      submit={t('accounts.register')}
      working={t('accounts.registering')}
      isDisabled={isDone}
      note={(error) => (
        <>
          {isAboutField(error, 'verification') && (
            <p className={classes.aside}>
              <Anchor component={Link} to={paths.register} underline="always">
                {t('access.anotherLink')}
              </Anchor>
            </p>
          )}
          {invitation !== undefined && !isDone && <Invited />}
          {isDone && (
            <Alert
              role="status"
              color="green"
              icon={<IconCheck aria-hidden />}
              mb="md"
              title={t('accounts.registered')}
            >
              {t('accounts.goingOn')}
            </Alert>
          )}
        </>
      )}
    >
      {(errorOf) => (
        <>
          <EmailField
            description={describeDomains(t, domains)}
            error={errorOf('email')}
            fixed={proof?.email}
          />
          <NewPasswordFields
            label={t('accounts.password')}
            repeatLabel={t('accounts.confirmPassword')}
            errorOf={errorOf}
          />
        </>
      )}
    </AccountForm>
  );
}

export function RequestRegistrationForm({ invitation, domains }: Registration) {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <RequestNote isMailed onAgain={() => setSentTo(undefined)}>
        {t('access.registerLinkSent', { email: sentTo })}
      </RequestNote>
    );
  }
  return (
    <AccountForm
      loadSchema={async () => (await import('#contract/accounts.ts')).registrationLinkRequest}
      fallback={t('access.registerLinkFailed')}
      send={async ({ email }) => {
        await request('POST', '/api/auth/registration/link/', { body: { email, invitation } });
        setSentTo(email);
      }}
      submit={t('access.requestLink')}
      working={t('access.requesting')}
      note={() => invitation !== undefined && <Invited />}
    >
      {(errorOf) => <EmailField description={describeDomains(t, domains)} error={errorOf('email')} />}
    </AccountForm>
  );
}

function Invited() {
  const { t } = useTranslation();
  return (
    <Alert color="gray" mb="md">
      {t('access.invited')}
    </Alert>
  );
}

const describeDomains = (t: TFunction, domains: readonly string[]): string | undefined =>
  domains.length === 0 ? undefined : t('access.onlyDomains', { domains: domains.join(', ') });

const isOfDomain = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

const isSession = (answer: Partial<Session>): answer is Session =>
  answer.access !== undefined && answer.refresh !== undefined && answer.user !== undefined;
