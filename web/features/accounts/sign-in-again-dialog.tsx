import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSession } from '#web/api-client/session.ts';
import { settings } from '#web/api-client/settings.ts';
import { signOut } from '#web/api-client/sign-out.ts';
import { signInTexts } from '#web/locales/en/sign-in-texts.ts';
import { addTexts } from '#web/ui/add-texts.ts';
import { Modal } from '#web/ui/modal.tsx';
import { paths } from '#web/ui/paths.ts';
import { CodeForm, type CodeKind } from './code-form.tsx';
import { LoginForm } from './login-form.tsx';

addTexts(signInTexts);

/** Above every other dialog and the toasts. */
const Z_INDEX = 500;

/** A dialog over the page whose session expired. The page stays, and continues when its user has signed in again. */
export function SignInAgainDialog({ email }: { email: string }) {
  const { t } = useTranslation();
  const [challenge, setChallenge] = useState<string>();
  const [kind, setKind] = useState<CodeKind>('app');
  const provider = settings.signInProvider;
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t('accounts.signInAgain')}
      zIndex={Z_INDEX}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text mb="md">{t('accounts.signInAgainText')}</Text>
      {challenge === undefined ? (
        settings.localAccounts && <LoginForm email={email} onChallenge={setChallenge} />
      ) : (
        <CodeForm
          challenge={challenge}
          kind={kind}
          onKind={setKind}
          onSession={openSession}
          onStartOver={() => setChallenge(undefined)}
        />
      )}
      {provider !== null && (
        <Text mt="md" size="sm">
          {/* Opens in another tab, so that this page stays. It continues once that tab has signed in. */}
          <Anchor href={paths.login} target="_blank" underline="always">
            {t('signIn.with', { name: provider })}
          </Anchor>
        </Text>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" color="gray" onClick={signOut}>
          {t('accounts.otherAccount')}
        </Button>
      </Group>
    </Modal>
  );
}
