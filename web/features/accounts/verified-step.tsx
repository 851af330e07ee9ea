import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EndedAccess, Session } from '#contract/accounts.ts';
import { openSession } from '#web/api-client/session.ts';
import { AccountFrame } from './account-frame.tsx';
import { EndedAccessList } from './ended-access.tsx';

/** Says what the first proof of whose the address is has ended, before the session opens. */
export function VerifiedStep({ session, ended }: { session: Session; ended: EndedAccess }) {
  const { t } = useTranslation();
  return (
    <AccountFrame title={t('access.verifiedTitle')} text={session.email}>
      <EndedAccessList ended={ended} text={t('access.verifiedText')} />
      <Button
        size="md"
        mt={4}
        onClick={() => {
          openSession(session);
        }}
      >
        {t('access.continue')}
      </Button>
    </AccountFrame>
  );
}
