import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#contract/accounts.ts';
import { request } from '#web/api-client/request.ts';
import { AccountFrame } from './account-frame.tsx';
import { CodeField } from './code-field.tsx';
import classes from './sign-in.module.css';
import { StepForm } from './step-form.tsx';

/** The second step of a login: a code of the app, or a recovery code. */
export function CodeStep({
  challenge,
  onSession,
  onStartOver,
}: {
  challenge: string;
  onSession: (session: Session) => void;
  onStartOver: () => void;
}) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  return (
    <AccountFrame
      title={t('signIn.codeTitle')}
      text={kind === 'app' ? t('signIn.codeText') : t('signIn.recoveryText')}
    >
      <StepForm
        fields={({ code }) => <CodeField key={kind} kind={kind} error={code} autoFocus />}
        missing={{ code: t('signIn.enterCode') }}
        submit={t('signIn.continue')}
        send={async ({ code }) => {
          onSession(
            await request<Session>('POST', '/api/auth/login/second-factor/', { body: { challenge, code } }),
          );
        }}
        extra={
          <div className={classes.aside}>
            <Button
              variant="subtle"
              size="compact-md"
              onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}
            >
              {kind === 'app' ? t('signIn.useRecovery') : t('signIn.useApp')}
            </Button>
            <Button variant="subtle" color="gray" size="compact-md" onClick={onStartOver}>
              {t('signIn.startOver')}
            </Button>
          </div>
        }
      />
    </AccountFrame>
  );
}
