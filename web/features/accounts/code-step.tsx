import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#contract/accounts.ts';
import { AccountFrame } from './account-frame.tsx';
import { CodeForm, type CodeKind } from './code-form.tsx';

/** The second step of a login: a code of the app, or a recovery code. */
export function CodeStep(step: {
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
