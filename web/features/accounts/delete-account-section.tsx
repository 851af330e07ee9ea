import { Alert, Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '#web/ui/failure.tsx';
import { formatBytes, formatNumber } from '#web/ui/format.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import classes from './account.module.css';
import { useAccount, useDeleteAccount } from './account.queries.ts';
import { PasswordDialog } from './password-dialog.tsx';

const DELETE = 'delete-account';

/** The end of the account, with everything in it. */
export function DeleteAccountSection() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const focus = useFocusRequest();
  return (
    <SettingsSection id="delete-heading" title={t('account.delete')} text={t('account.deleteText')}>
      <div>
        <Button
          id={DELETE}
          variant="default"
          className={classes.danger}
          onClick={() => {
            setIsOpen(true);
          }}
        >
          {t('account.deleteButton')}
        </Button>
      </div>
      {isOpen && (
        <DeleteDialog
          onClose={() => {
            setIsOpen(false);
            focus(DELETE);
          }}
        />
      )}
    </SettingsSection>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const deletion = useDeleteAccount();
  return (
    <PasswordDialog
      title={t('account.deleteTitle')}
      confirmLabel={t('account.deleteConfirm')}
      failure={t('account.deleteFailed')}
      confirmation={deletion}
      // The session ends with the account, and the guard leads to the login page.
      onDone={() => undefined}
      onClose={onClose}
    >
      <Contents />
    </PasswordDialog>
  );
}

const COUNTED = ['courses', 'lessons', 'quizzes', 'conversations', 'api_keys'] as const;

/** Counts of what will be deleted. */
function Contents() {
  const { t, i18n } = useTranslation();
  const { data: account, error, refetch, isFetching } = useAccount();
  const contents = account?.contents;
  if (contents === undefined && error !== null) {
    return (
      <Failure
        message={t('account.contentsFailed')}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <>
      <span>{t('account.deleteList')}</span>
      {contents === undefined ? (
        <Skeleton h={72} />
      ) : (
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
          {contents.storage_bytes > 0 && (
            <li>{t('account.counts.files', { size: formatBytes(contents.storage_bytes, i18n.language) })}</li>
          )}
        </ul>
      )}
      <span>{t('account.deleteForGood')}</span>
      {account?.user.is_staff === true && (
        <Alert color="red" variant="light">
          {t('account.deleteAdministrator')}
        </Alert>
      )}
    </>
  );
}
