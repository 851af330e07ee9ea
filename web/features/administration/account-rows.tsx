import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdministeredAccount } from '../../../contract/administration.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { formatBytes } from '../../ui/format.ts';
import { showToast } from '../../ui/show-toast.ts';
import { showUndoToast } from '../../ui/show-undo-toast.tsx';
import { useFocusRequest } from '../../ui/use-focus-request.ts';
import { auditOfAccountPath, jobsOfAccountPath } from './administration-paths.ts';
import { useChangeAccount } from './administration.queries.ts';
import classes from './administration.module.css';
import { explainFailure } from './explain-failure.ts';
import { useStorage } from './operations.queries.ts';
import { QuotaDialog } from './quota-dialog.tsx';
import { ResetLinkDialog } from './reset-link-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

type OpenDialog = 'disable' | 'reset' | 'factor' | 'quota' | 'role';

const buttonId = (dialog: OpenDialog): string => `account-${dialog}`;

/** What can be done about an account, each with how it stands and its button. */
export function AccountRows({ account, isOwn }: { account: AdministeredAccount; isOwn: boolean }) {
  const { t, i18n } = useTranslation();
  const [dialog, setDialog] = useState<OpenDialog>();
  const focus = useFocusRequest();
  const change = useChangeAccount(account.id);
  const storage = useStorage();
  const { email, is_active: isActive, is_staff: isStaff } = account;
  const bytes = (size: number): string => formatBytes(size, i18n.language);
  const quota = account.storage_quota_bytes ?? storage.data?.default_quota_bytes;
  const close = (): void => {
    if (dialog !== undefined) focus(buttonId(dialog));
    setDialog(undefined);
    change.reset();
  };
  const setActive = (active: boolean): void => {
    change.mutate(
      { is_active: active },
      {
        onSuccess: () => {
          showToast(
            'success',
            t(active ? 'administration.one.enabled' : 'administration.one.disabled'),
            email,
          );
          setDialog(undefined);
          focus(buttonId('disable'));
        },
      },
    );
  };
  const opener = (which: OpenDialog, label: string, disabled = false): ReactNode => (
    <Button id={buttonId(which)} variant="default" disabled={disabled} onClick={() => setDialog(which)}>
      {label}
    </Button>
  );
  return (
    <>
      {change.isError && dialog === undefined && (
        <Failure message={explainFailure(t, change.error)} error={change.error} />
      )}
      <ul className={classes.rows}>
        <Row
          title={t('administration.one.access')}
          text={
            isOwn
              ? t('administration.one.ownAccess')
              : t(isActive ? 'administration.one.active' : 'administration.one.inactive')
          }
        >
          {!isOwn && isActive && opener('disable', t('administration.one.disable'))}
          {!isOwn && !isActive && (
            <Button id={buttonId('disable')} loading={change.isPending} onClick={() => setActive(true)}>
              {t('administration.one.enable')}
            </Button>
          )}
        </Row>
        <Row
          title={t('administration.one.password')}
          text={t(isActive ? 'administration.one.passwordHelp' : 'administration.one.passwordDisabled')}
        >
          {isActive && opener('reset', t('administration.one.resetLink'))}
        </Row>
        <Row
          title={t('administration.one.factor')}
          text={t(account.has_second_factor ? 'administration.one.factorOn' : 'administration.one.factorOff')}
        >
          {account.has_second_factor && !isOwn && opener('factor', t('administration.one.removeFactor'))}
        </Row>
        <Row
          title={t('administration.one.storage')}
          text={[
            quota === undefined
              ? bytes(account.storage_bytes)
              : t('administration.one.storageUsed', {
                  used: bytes(account.storage_bytes),
                  quota: bytes(quota),
                }),
            t(
              account.storage_quota_bytes === null
                ? 'administration.one.defaultQuota'
                : 'administration.one.ownQuota',
            ),
          ].join(' ')}
        >
          {opener('quota', t('administration.one.changeQuota'), storage.data === undefined)}
        </Row>
        <Row
          title={t('administration.one.role')}
          text={[
            t(isStaff ? 'administration.one.administrator' : 'administration.one.instructor'),
            ...(isOwn ? [t('administration.one.ownRole')] : []),
          ].join(' ')}
        >
          {!isOwn && opener('role', t(isStaff ? 'administration.one.revoke' : 'administration.one.grant'))}
        </Row>
        <Row
          title={t('administration.one.jobs')}
          text={t('administration.one.jobsNow', {
            running: account.running_jobs,
            waiting: account.waiting_jobs,
          })}
        >
          <Button component={Link} to={jobsOfAccountPath(account.id)} variant="default">
            {t('administration.one.showJobs')}
          </Button>
        </Row>
        <Row title={t('administration.one.history')} text={t('administration.one.historyHelp')}>
          <Button component={Link} to={auditOfAccountPath(account.id)} variant="default">
            {t('administration.one.showHistory')}
          </Button>
        </Row>
      </ul>
      {dialog === 'disable' && (
        <ConfirmDialog
          title={t('administration.one.disableTitle')}
          text={t('administration.one.disableText', { email })}
          confirmLabel={t('administration.one.disable')}
          isWorking={change.isPending}
          failure={change.isError ? explainFailure(t, change.error) : undefined}
          error={change.error}
          onConfirm={() => setActive(false)}
          onClose={close}
        />
      )}
      {dialog === 'reset' && <ResetLinkDialog account={account} onClose={close} />}
      {dialog === 'quota' && storage.data !== undefined && (
        <QuotaDialog
          account={account}
          defaultBytes={storage.data.default_quota_bytes}
          onSaved={(before) =>
            showUndoToast(t('administration.one.quotaSaved'), email, t('administration.undo'), () =>
              change.mutate({ storage_quota_bytes: before }),
            )
          }
          onClose={close}
        />
      )}
      {dialog === 'role' && <RoleDialog account={account} onClose={close} />}
      {dialog === 'factor' && <SecondFactorDialog account={account} onClose={close} />}
    </>
  );
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={classes.row}>
      <div>
        <h2 className={classes.rowTitle}>{title}</h2>
        <p className={classes.rowText}>{text}</p>
      </div>
      {children}
    </li>
  );
}
