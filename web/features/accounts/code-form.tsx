import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '#contract/accounts.ts';
import { request } from '#web/api-client/request.ts';
import { CodeField } from './sign-in-fields.tsx';
import { StepForm } from './step-form.tsx';

export type CodeKind = 'app' | 'recovery';

/** Submits a code from the authenticator app, or a recovery code. */
export function CodeForm({
  challenge,
  kind,
  onKind,
  onSession,
  onStartOver,
}: {
  challenge: string;
  kind: CodeKind;
  onKind: (kind: CodeKind) => void;
  onSession: (session: Session) => void;
  onStartOver: () => void;
}) {
  const { t } = useTranslation();
  return (
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
        <Group justify="space-between" gap="4px 16px">
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => onKind(kind === 'app' ? 'recovery' : 'app')}
          >
            {kind === 'app' ? t('signIn.useRecovery') : t('signIn.useApp')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-md" onClick={onStartOver}>
            {t('signIn.startOver')}
          </Button>
        </Group>
      }
    />
  );
}
