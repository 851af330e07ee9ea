import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '#contract/accounts.ts';
import { request } from '#web/api-client/request.ts';
import { settings } from '#web/api-client/settings.ts';
import { AccountFrame } from './account-frame.tsx';
import { findChallenge } from './find-challenge.ts';
import { PasswordField } from './password-field.tsx';
import { readTab } from './provider-return.ts';
import classes from './sign-in.module.css';
import { StepForm } from './step-form.tsx';

/** Connects the account with the same email address; its password proves that both belong to the same person. */
export function LinkStep({
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
          <div className={classes.aside}>
            <Button variant="subtle" color="gray" size="compact-md" onClick={onStartOver}>
              {t('signIn.startOver')}
            </Button>
          </div>
        }
      />
    </AccountFrame>
  );
}
