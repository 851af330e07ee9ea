import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { AdministeredAccount } from '#contract/administration.ts';
import { settings } from '#web/api-client/settings.ts';
import { Failure } from '#web/ui/failure.tsx';
import { formatBytes } from '#web/ui/format.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { showUndoToast } from '#web/ui/show-undo-toast.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { auditOfAccountPath, jobsOfAccountPath, sectionPath } from './administration-paths.ts';
import {
  useChangeAccount,
  useChangeActive,
  useChangeRole,
  useRemoveSecondFactor,
} from './administration.queries.ts';
import classes from './administration.module.css';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { explainFailure } from './explain-failure.ts';
import { useStorage } from './operations.queries.ts';
import { QuotaDialog } from './quota-dialog.tsx';
import { ResetLinkDialog } from './reset-link-dialog.tsx';
import { OwnPasswordDialog } from './own-password-dialog.tsx';

/** Removes the second factor of someone who has lost phone and codes. */
function SecondFactorDialog({
  account: { id, email },
  onClose,
}: {
  account: AdministeredAccount;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const remove = useRemoveSecondFactor(id);
  return (
    <OwnPasswordDialog
      title={t('administration.one.removeFactorTitle', { email })}
      text={t('administration.one.removeFactorText')}
      submitLabel={t('administration.one.removeFactor')}
      isDangerous
      action={remove}
      onDone={() => {
        showToast('success', t('administration.one.factorRemoved'), email);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Disables an account, or enables it again. */
function AccessDialog({
  account: { id, email, is_active: isActive },
  onClose,
}: {
  account: AdministeredAccount;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const change = useChangeActive(id, !isActive);
  return (
    <OwnPasswordDialog
      title={t(isActive ? 'administration.one.disableTitle' : 'administration.one.enableTitle')}
      text={t(isActive ? 'administration.one.disableText' : 'administration.one.enableText', { email })}
      submitLabel={t(isActive ? 'administration.one.disable' : 'administration.one.enable')}
      isDangerous={isActive}
      action={change}
      onDone={() => {
        showToast(
          'success',
          t(isActive ? 'administration.one.disabled' : 'administration.one.enabled'),
          email,
        );
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Makes the owner of an account an administrator, or undoes that. */
function RoleDialog({
  account: { id, email, is_staff: isStaff },
  onClose,
}: {
  account: AdministeredAccount;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const change = useChangeRole(id, !isStaff);
  return (
    <OwnPasswordDialog
      title={t(isStaff ? 'administration.one.revokeTitle' : 'administration.one.grantTitle', { email })}
      text={t(isStaff ? 'administration.one.revokeText' : 'administration.one.grantText')}
      submitLabel={t(isStaff ? 'administration.one.revoke' : 'administration.one.grant')}
      isDangerous={isStaff}
      action={change}
      onDone={() => {
        showToast('success', t('administration.one.roleChanged'), email);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type OpenDialog = 'access' | 'reset' | 'factor' | 'quota' | 'role';

const buttonId = (dialog: OpenDialog): string => `account-${dialog}`;

const DELETE = 'account-delete';

/** Administrators delete their own account with their other settings, not here. */
function DeletionRow({ account, isOwn }: { account: AdministeredAccount; isOwn: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const focus = useFocusRequest();
  const navigate = useNavigate();
  if (isOwn) return null;
  return (
    <Row title={t('administration.one.deletion')} text={t('administration.one.deletionHelp')}>
      <Button id={DELETE} variant="default" c="var(--lectern-red)" onClick={() => setIsOpen(true)}>
        {t('administration.one.delete')}
      </Button>
      {isOpen && (
        <DeleteAccountDialog
          account={account}
          onDeleted={() => {
            showToast('success', t('administration.one.deleted'), account.email);
            void navigate(sectionPath('accounts'), { replace: true });
          }}
          onClose={() => {
            setIsOpen(false);
            focus(DELETE);
          }}
        />
      )}
    </Row>
  );
}

/** The settings of an account, each with its state and button. */
export function AccountRows({ account, isOwn }: { account: AdministeredAccount; isOwn: boolean }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<OpenDialog>();
  const focus = useFocusRequest();
  const change = useChangeAccount(account.id);
  const storage = useStorage();
  const { email, is_active: isActive, is_staff: isStaff } = account;
  const texts = useRowTexts(account, isOwn, storage.data?.default_quota_bytes);
  const close = (): void => {
    if (dialog !== undefined) focus(buttonId(dialog));
    setDialog(undefined);
    change.reset();
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
        <Row title={t('administration.one.access')} text={texts.access}>
          {!isOwn &&
            opener('access', t(isActive ? 'administration.one.disable' : 'administration.one.enable'))}
        </Row>
        <Row title={t('administration.one.password')} text={texts.password}>
          {isActive && settings.localAccounts && opener('reset', t('administration.one.resetLink'))}
        </Row>
        <Row title={t('administration.one.factor')} text={texts.factor}>
          {account.has_second_factor && !isOwn && opener('factor', t('administration.one.removeFactor'))}
        </Row>
        <Row title={t('administration.one.storage')} text={texts.storage}>
          {opener('quota', t('administration.one.changeQuota'), storage.data === undefined)}
        </Row>
        <Row title={t('administration.one.role')} text={texts.role}>
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
        <DeletionRow account={account} isOwn={isOwn} />
      </ul>
      {dialog === 'access' && <AccessDialog account={account} onClose={close} />}
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

/** What the rows say about the account as it is now. */
function useRowTexts(
  {
    is_active: isActive,
    is_staff: isStaff,
    has_second_factor: hasSecondFactor,
    email_verified_at: verifiedAt,
    storage_bytes: usedBytes,
    storage_quota_bytes: ownQuota,
  }: AdministeredAccount,
  isOwn: boolean,
  defaultQuota: number | undefined,
) {
  const { t, i18n } = useTranslation();
  const used = formatBytes(usedBytes, i18n.language);
  const quotaBytes = ownQuota ?? defaultQuota;
  const quota = quotaBytes === undefined ? undefined : formatBytes(quotaBytes, i18n.language);
  return {
    access: [
      isOwn
        ? t('administration.one.ownAccess')
        : t(isActive ? 'administration.one.active' : 'administration.one.inactive'),
      ...(verifiedAt === null ? [t('administration.one.addressNotVerified')] : []),
    ].join(' '),
    password: t(isActive ? 'administration.one.passwordHelp' : 'administration.one.passwordDisabled'),
    factor: t(hasSecondFactor ? 'administration.one.factorOn' : 'administration.one.factorOff'),
    storage: [
      quota === undefined ? used : t('administration.one.storageUsed', { used, quota }),
      t(ownQuota === null ? 'administration.one.defaultQuota' : 'administration.one.ownQuota'),
    ].join(' '),
    role: [
      t(isStaff ? 'administration.one.administrator' : 'administration.one.instructor'),
      ...(isOwn ? [t('administration.one.ownRole')] : []),
    ].join(' '),
  };
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
