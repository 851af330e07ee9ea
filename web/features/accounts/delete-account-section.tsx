import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#contract/accounts.ts';
import { request } from '#web/api-client/request.ts';
import { clearSession } from '#web/api-client/session.ts';
import { formatBytes, formatNumber } from '#web/ui/format.ts';
import { PasswordDialog } from '#web/ui/password-dialog.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import classes from './account.module.css';
import { ACCOUNT, useAccount } from './account.queries.ts';

const DELETE = 'delete-account';

export function DeleteAccountSection() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const focus = useFocusRequest();
  return (
    <SettingsSection id="delete-heading" title={t('account.delete')} text={t('account.deleteText')}>
      <div>
        <Button id={DELETE} variant="default" className={classes.danger} onClick={() => setIsOpen(true)}>
          {t('account.deleteButton')}
        </Button>
      </div>
      {isOpen && (
        <PasswordDialog
          title={t('account.deleteTitle')}
          submitLabel={t('account.deleteConfirm')}
          failure={t('account.deleteFailed')}
          call={(password) => request('DELETE', ACCOUNT, { body: { password } })}
          // The guard opens the login page, which shows the confirmation.
          onDone={() => clearSession({ deleted: true })}
          onClose={() => {
            setIsOpen(false);
            focus(DELETE);
          }}
        >
          <Contents />
        </PasswordDialog>
      )}
    </SettingsSection>
  );
}

const COUNTED = ['courses', 'lessons', 'quizzes', 'conversations', 'api_keys'] as const;

function Contents() {
  const { t } = useTranslation();
  return (
    <WhenLoaded query={useAccount()} failure={t('account.contentsFailed')} loading={<Skeleton h={120} />}>
      {({ contents, user }) => (
        <>
          <span>{t('account.deleteList')}</span>
          <Counts contents={contents} />
          <span>{t('account.deleteForGood')}</span>
          {user.is_staff && (
            <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
              {t('account.deleteAdministrator')}
            </Alert>
          )}
        </>
      )}
    </WhenLoaded>
  );
}

function Counts({ contents }: Pick<Account, 'contents'>) {
  const { t, i18n } = useTranslation();
  const size = formatBytes(contents.storage_bytes, i18n.language);
  return (
    <ul className={classes.counts}>
      <li>{t('account.counts.profile')}</li>
      {COUNTED.filter((kind) => contents[kind] > 0).map((kind) => (
        <li key={kind}>
          {t(`account.counts.${kind}`, {
            count: contents[kind],
            number: formatNumber(contents[kind], i18n.language),
          })}
        </li>
      ))}
      {contents.storage_bytes > 0 && <li>{t('account.counts.files', { size })}</li>}
    </ul>
  );
}
