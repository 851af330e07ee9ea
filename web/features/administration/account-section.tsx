import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdministeredAccount } from '#contract/administration.ts';
import type { AccountModelBudget } from '#contract/language-model.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { settings } from '#web/api-client/settings.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { formatBytes, formatDate, formatDateTime } from '#web/ui/format.ts';
import { LostPageDrawing } from '#web/ui/illustrations/lost-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { readId } from '#web/ui/read-id.ts';
import { showUndoToast } from '#web/ui/show-undo-toast.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { AccountBudgetDialog } from './account-budget-dialog.tsx';
import { ChangeDialog, DeleteAccountDialog, QuotaDialog, ResetLinkDialog } from './account-dialogs.tsx';
import { AccountMarks } from './accounts-section.tsx';
import { auditOfAccountPath, jobsOfAccountPath, sectionPath } from './administration-paths.ts';
import { useAccount, useAccountBudget, useChangeAccount, useStorage } from './administration.queries.ts';
import classes from './administration.module.css';
import { describeUse } from './language-model/describe-use.ts';
import { explainFailure, SectionFrame, WhenLoaded } from './section-frame.tsx';

/** `/admin/accounts/:accountId`: one account, and everything that can be done about it. */
export function AccountSection({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const id = readId(accountId);
  const query = useAccount(id);
  const isMissing = id === undefined || isNotFound(query.error);
  return (
    <SectionFrame section="accounts" title={<BackToList />}>
      {isMissing ? (
        <EmptyState
          drawing={<LostPageDrawing />}
          title={<PageTitle>{t('administration.one.notFound')}</PageTitle>}
          text={t('administration.one.notFoundHelp')}
        />
      ) : (
        <WhenLoaded query={query}>
          {(account) => <AccountDetails key={account.id} account={account} />}
        </WhenLoaded>
      )}
    </SectionFrame>
  );
}

function BackToList() {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={sectionPath('accounts')}
      variant="subtle"
      color="gray"
      size="xs"
      ms={-10}
      mb={8}
      leftSection={<IconArrowLeft size={17} aria-hidden />}
    >
      {t('administration.one.back')}
    </Button>
  );
}

function AccountDetails({ account }: { account: AdministeredAccount }) {
  const { t, i18n } = useTranslation();
  const isOwn = useSession().user?.id === account.id;
  const created = formatDate(account.created_at, i18n.language);
  const name = [account.name, account.department].filter((text) => text !== '').join(' · ');
  return (
    <>
      <div className={classes.head}>
        <div className={classes.headText}>
          <PageTitle tabTitle={account.email}>
            <bdi>{account.email}</bdi>
          </PageTitle>
          <p className={classes.help} dir="auto">
            {name === '' ? t('administration.one.noName') : name}
          </p>
          <p className={classes.help}>
            {account.last_used_at === null
              ? t('administration.one.neverUsed', { created })
              : t('administration.one.facts', {
                  created,
                  lastUsed: formatDateTime(account.last_used_at, i18n.language),
                })}
          </p>
        </div>
        <span className={classes.marks}>
          <AccountMarks account={account} isOwn={isOwn} />
        </span>
      </div>
      <AccountRows account={account} isOwn={isOwn} />
    </>
  );
}

type OpenDialog = 'access' | 'reset' | 'factor' | 'quota' | 'role' | 'delete';

const buttonId = (dialog: OpenDialog): string => `account-${dialog}`;

function AccountRows({ account, isOwn }: { account: AdministeredAccount; isOwn: boolean }) {
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
    <Button
      id={buttonId(which)}
      variant="default"
      {...(which === 'delete' ? { c: 'var(--lectern-red)' } : {})}
      disabled={disabled}
      onClick={() => setDialog(which)}
    >
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
        <BudgetRow account={account} />
        <Row title={t('administration.one.role')} text={texts.role}>
          {!isOwn && opener('role', t(isStaff ? 'administration.one.revoke' : 'administration.one.grant'))}
        </Row>
        <Row title={t('administration.one.jobs')} text={texts.jobs}>
          <Button component={Link} to={jobsOfAccountPath(account.id)} variant="default">
            {t('administration.one.showJobs')}
          </Button>
        </Row>
        <Row title={t('administration.one.history')} text={t('administration.one.historyHelp')}>
          <Button component={Link} to={auditOfAccountPath(account.id)} variant="default">
            {t('administration.one.showHistory')}
          </Button>
        </Row>
        {/* Administrators delete their own account with their other settings, not here. */}
        {!isOwn && (
          <Row title={t('administration.one.deletion')} text={t('administration.one.deletionHelp')}>
            {opener('delete', t('administration.one.delete'))}
          </Row>
        )}
      </ul>
      {(dialog === 'access' || dialog === 'role' || dialog === 'factor') && (
        <ChangeDialog account={account} what={dialog} onClose={close} />
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
      {dialog === 'delete' && <DeleteAccountDialog account={account} onClose={close} />}
    </>
  );
}

const BUDGET_BUTTON_ID = 'account-budget';

function BudgetRow({ account }: { account: AdministeredAccount }) {
  const { t, i18n } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const focus = useFocusRequest();
  const { data: budget } = useAccountBudget(account.id);
  const describeBudget = (limits: AccountModelBudget): string => {
    const tokens = limits.tokens ?? limits.default_tokens;
    const cost = limits.cost ?? limits.default_cost;
    const kind =
      tokens === null && cost === null
        ? 'noBudget'
        : limits.tokens === null && limits.cost === null
          ? 'defaultBudget'
          : 'ownBudget';
    const used = describeUse(t, i18n.language, limits, { tokens, cost });
    return `${used} ${t(`administration.one.${kind}`)}`;
  };
  return (
    <Row title={t('administration.one.budget')} text={budget === undefined ? '' : describeBudget(budget)}>
      <Button
        id={BUDGET_BUTTON_ID}
        variant="default"
        disabled={budget === undefined}
        onClick={() => setIsOpen(true)}
      >
        {t('administration.one.changeBudget')}
      </Button>
      {isOpen && budget !== undefined && (
        <AccountBudgetDialog
          account={account}
          budget={budget}
          onClose={() => {
            setIsOpen(false);
            focus(BUDGET_BUTTON_ID);
          }}
        />
      )}
    </Row>
  );
}

function useRowTexts(
  {
    is_active: isActive,
    is_staff: isStaff,
    storage_quota_bytes: ownQuota,
    running_jobs: running,
    waiting_jobs: waiting,
    ...account
  }: AdministeredAccount,
  isOwn: boolean,
  defaultQuota: number | undefined,
) {
  const { t, i18n } = useTranslation();
  const used = formatBytes(account.storage_bytes, i18n.language);
  const quotaBytes = ownQuota ?? defaultQuota;
  const quota = quotaBytes === undefined ? undefined : formatBytes(quotaBytes, i18n.language);
  return {
    access: [
      isOwn
        ? t('administration.one.ownAccess')
        : t(isActive ? 'administration.one.active' : 'administration.one.inactive'),
      ...(account.email_verified_at === null ? [t('administration.one.addressNotVerified')] : []),
    ].join(' '),
    password: t(isActive ? 'administration.one.passwordHelp' : 'administration.one.passwordDisabled'),
    factor: t(account.has_second_factor ? 'administration.one.factorOn' : 'administration.one.factorOff'),
    storage: [
      quota === undefined ? used : t('administration.one.storageUsed', { used, quota }),
      t(ownQuota === null ? 'administration.one.defaultQuota' : 'administration.one.ownQuota'),
    ].join(' '),
    role: [
      t(isStaff ? 'administration.one.administrator' : 'administration.one.instructor'),
      ...(isOwn ? [t('administration.one.ownRole')] : []),
    ].join(' '),
    jobs: t('administration.one.jobsNow', { running, waiting }),
  };
}

const Row = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <li className={classes.row}>
    <div>
      <h2 className={classes.rowTitle}>{title}</h2>
      <p className={classes.rowText}>{text}</p>
    </div>
    {children}
  </li>
);
