import { Anchor, Button, Loader } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { EndedAccess, Session } from '#contract/accounts.ts';
import { request } from '#web/api-client/request.ts';
import { openSession } from '#web/api-client/session.ts';
import { settings } from '#web/api-client/settings.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { paths } from '#web/ui/paths.ts';
import { AccountFrame, EndedAccessList } from './account-frame.tsx';
import classes from './account.module.css';
import { CodeForm, type CodeKind } from './code-form.tsx';
import { findChallenge, LoginForm } from './login-form.tsx';
import { ProviderButton } from './provider-button.tsx';
import { readProviderReturn, readTab, type ProviderReturn } from './provider-return.ts';
import { explainSignInError, StepForm } from './step-form.tsx';

type Step =
  | { readonly kind: 'start'; readonly failure?: unknown }
  | { readonly kind: 'code'; readonly challenge: string }
  | { readonly kind: 'verified'; readonly session: Session; readonly ended: EndedAccess }
  | ProviderReturn;

/** Everything that happens at `/login`: password, second factor, and coming back from the sign-in provider. */
export function SignInSteps({ notice, footer }: { notice: ReactNode; footer: ReactNode }) {
  const { t } = useTranslation();
  const [step, setStep] = useProviderReturn();
  const startOver = (): void => setStep({ kind: 'start' });
  const onSession = (session: Session): void => finish(session, setStep);
  if (step.kind === 'verified') return <VerifiedStep session={step.session} ended={step.ended} />;
  if (step.kind === 'code') {
    return <CodeStep challenge={step.challenge} onSession={onSession} onStartOver={startOver} />;
  }
  const onChallenge = (challenge: string): void => setStep({ kind: 'code', challenge });
  if (step.kind === 'link') {
    return (
      <LinkStep
        token={step.token}
        email={step.email}
        onSession={onSession}
        onChallenge={onChallenge}
        onStartOver={startOver}
      />
    );
  }
  if (step.kind === 'session') {
    return (
      <AccountFrame title={t('accounts.loginTitle')} text={t('signIn.finishing')}>
        <Loader role="status" aria-label={t('signIn.finishing')} />
      </AccountFrame>
    );
  }
  const name = settings.signInProvider ?? t('signIn.byInstitution');
  const failure = step.kind === 'start' ? step.failure : undefined;
  return (
    <AccountFrame
      title={t('accounts.loginTitle')}
      text={settings.localAccounts ? t('accounts.loginText') : t('signIn.onlyProvider', { name })}
      footer={footer}
    >
      {notice}
      {step.kind === 'error' && <Failure message={t(`signIn.errors.${step.error}`, { name })} />}
      {failure !== undefined && <Failure message={explainSignInError(t, failure)} error={failure} />}
      <ProviderButton />
      {settings.localAccounts && (
        <>
          <LoginForm onChallenge={onChallenge} />
          <p className={classes.aside}>
            <Anchor component={Link} to={paths.resetPassword} underline="always">
              {t('access.forgotPassword')}
            </Anchor>
          </p>
        </>
      )}
    </AccountFrame>
  );
}

/** Opens the session; but first says what has ended, where the sign-in was the first proof of whose the address is. */
function finish(session: Session, setStep: (step: Step) => void): void {
  const { ended_by_verification: ended } = session;
  if (ended === undefined) openSession(session);
  else setStep({ kind: 'verified', session, ended });
}

/** Takes the token out of the address at once, so that it does not stay in the history, and exchanges it. */
function useProviderReturn(): [Step, (step: Step) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>(() => readProviderReturn(hash) ?? { kind: 'start' });
  const isExchanging = useRef(false);
  useEffect(() => {
    if (hash !== '') void navigate({ hash: '' }, { replace: true });
  }, [hash, navigate]);
  useEffect(() => {
    // React runs effects twice in development, and the token works once.
    if (step.kind !== 'session' || isExchanging.current) return;
    isExchanging.current = true;
    const body = { token: step.token, tab: readTab() };
    request<Session>('POST', '/api/auth/oidc/session/', { body }).then(
      (session) => finish(session, setStep),
      (failure: unknown) => {
        isExchanging.current = false;
        setStep({ kind: 'start', failure });
      },
    );
  }, [step]);
  return [step, setStep];
}

/** The second step of a login: a code from the app, or a recovery code. */
function CodeStep(step: {
  challenge: string;
  onSession: (session: Session) => void;
  onStartOver: () => void;
}) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<CodeKind>('app');
  return (
    <AccountFrame
      title={t('signIn.codeTitle')}
      text={kind === 'app' ? t('signIn.codeText') : t('signIn.recoveryText')}
    >
      <CodeForm {...step} kind={kind} onKind={setKind} />
    </AccountFrame>
  );
}

/** Connects the account with the same email address; its password proves that both belong to the same person. */
function LinkStep({
  token,
  email,
  onSession,
  onChallenge,
  onStartOver,
}: {
  token: string;
  email: string;
  onSession: (session: Session) => void;
  onChallenge: (challenge: string) => void;
  onStartOver: () => void;
}) {
  const { t } = useTranslation();
  const name = settings.signInProvider ?? t('signIn.byInstitution');
  return (
    <AccountFrame title={t('signIn.linkTitle')} text={t('signIn.linkText', { email, name })}>
      <StepForm
        fields={({ password }) => (
          <>
            {/* Password managers then know whose password to fill in. */}
            <input type="hidden" name="username" autoComplete="username" value={email} />
            <PasswordField
              name="password"
              label={t('signIn.password')}
              autoComplete="current-password"
              error={password}
            />
          </>
        )}
        missing={{ password: t('signIn.enterPassword') }}
        submit={t('signIn.link')}
        send={async ({ password }) => {
          try {
            const body = { token, tab: readTab(), password };
            onSession(await request<Session>('POST', '/api/auth/oidc/link/', { body }));
          } catch (error) {
            const challenge = findChallenge(error);
            if (challenge === undefined) throw error;
            onChallenge(challenge);
          }
        }}
        extra={
          <div>
            <Button variant="subtle" color="gray" size="compact-md" onClick={onStartOver}>
              {t('signIn.startOver')}
            </Button>
          </div>
        }
      />
    </AccountFrame>
  );
}

/** Before the session starts, lists the access that the first proof of the address ended. */
function VerifiedStep({ session, ended }: { session: Session; ended: EndedAccess }) {
  const { t } = useTranslation();
  return (
    <AccountFrame title={t('access.verifiedTitle')} text={session.email}>
      <EndedAccessList ended={ended} text={t('access.verifiedText')} />
      <Button size="md" mt={4} onClick={() => openSession(session)}>
        {t('access.continue')}
      </Button>
    </AccountFrame>
  );
}
