import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AdministeredAccount } from '#contract/administration.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatBytes, formatDate } from '#web/ui/format.ts';
import { LostPageDrawing } from '#web/ui/illustrations/lost-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { readId } from '#web/ui/read-id.ts';
import { accountPath } from './administration-paths.ts';
import { A_PAGE, useAccounts, useStorage } from './administration.queries.ts';
import classes from './administration.module.css';
import { DataTable, Pager, type Column } from './data-table.tsx';
import { Mark, SectionFrame, WhenLoaded } from './section-frame.tsx';

const STATUSES = ['active', 'disabled', 'administrator'] as const;
const SEARCH_PAUSE_MILLISECONDS = 250;

/** `/admin/accounts`: finds an account. The search is part of the address, so that Back restores it. */
export function AccountsSection() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const status = STATUSES.find((each) => each === parameters.get('status')) ?? '';
  const page = readId(parameters.get('page') ?? '1') ?? 1;
  const searched = parameters.get('search') ?? '';
  const [typed, setTyped] = useState(searched);
  const change = (values: Record<string, string>, options?: { replace: boolean }): void => {
    const next = new URLSearchParams({ search: searched, status, page: '1', ...values });
    for (const [name, value] of [...next])
      if (value === '' || (name === 'page' && value === '1')) next.delete(name);
    setParameters(next, { ...options, preventScrollReset: true });
  };
  const search = useDebouncedCallback((text: string) => {
    if (text !== searched) change({ search: text }, { replace: true });
  }, SEARCH_PAUSE_MILLISECONDS);
  const query = useAccounts({ search: searched, status, page });
  const showAll = (): void => {
    setTyped('');
    search.cancel();
    change({ search: '', status: '' });
  };
  return (
    <SectionFrame section="accounts">
      <div className={classes.filters} role="search" aria-label={t('administration.sections.accounts')}>
        <TextInput
          className={classes.search}
          type="search"
          data-search
          aria-label={t('administration.accounts.search')}
          placeholder={t('administration.accounts.search')}
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
          value={typed}
          maxLength={254}
          dir="auto"
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            search(currentTarget.value.trim());
          }}
        />
        <NativeSelect
          className={classes.filter}
          aria-label={t('administration.accounts.status')}
          value={status}
          data={['', ...STATUSES].map((value) => ({
            value,
            label: t(`administration.accounts.statuses.${value === '' ? 'all' : (value as 'active')}`),
          }))}
          onChange={({ currentTarget: { value } }) => change({ status: value })}
        />
      </div>
      <WhenLoaded query={query}>
        {({ accounts, total }) => (
          <>
            <Text size="sm" c="dimmed" role="status">
              {t('administration.accounts.count', { count: total })}
            </Text>
            {accounts.length === 0 ? (
              <EmptyState
                drawing={<LostPageDrawing />}
                text={t('administration.accounts.none')}
                action={
                  <Button variant="default" onClick={showAll}>
                    {t('administration.accounts.showAll')}
                  </Button>
                }
              />
            ) : (
              <AccountTable accounts={accounts} />
            )}
            <Pager
              page={page}
              count={Math.ceil(total / A_PAGE)}
              onChange={(next) => change({ page: String(next) })}
            />
          </>
        )}
      </WhenLoaded>
    </SectionFrame>
  );
}

function AccountTable({ accounts }: { accounts: readonly AdministeredAccount[] }) {
  const { t, i18n } = useTranslation();
  const storage = useStorage();
  const bytes = (size: number): string => formatBytes(size, i18n.language);
  const columns: Column<AdministeredAccount>[] = [
    {
      header: t('administration.account'),
      kind: 'main',
      render: (account) => <AccountName account={account} />,
    },
    {
      header: t('administration.accounts.storage'),
      kind: 'short',
      render: ({ storage_bytes: used, storage_quota_bytes: own }) => {
        const quota = own ?? storage.data?.default_quota_bytes;
        return quota === undefined
          ? bytes(used)
          : t('administration.accounts.used', { used: bytes(used), quota: bytes(quota) });
      },
    },
    {
      header: t('administration.accounts.jobs'),
      kind: 'short',
      render: ({ running_jobs: running, waiting_jobs: waiting }) =>
        running + waiting === 0
          ? t('administration.accounts.noJobs')
          : t('administration.accounts.jobCounts', { running, waiting }),
    },
    {
      header: t('administration.accounts.lastUsed'),
      kind: 'short',
      render: ({ last_used_at: last }) =>
        last === null ? t('administration.never') : formatDate(last, i18n.language),
    },
    {
      header: t('administration.accounts.created'),
      kind: 'short',
      render: ({ created_at: created }) => formatDate(created, i18n.language),
    },
  ];
  return <DataTable label={t('administration.sections.accounts')} columns={columns} rows={accounts} />;
}

export function AccountName({ account }: { account: AdministeredAccount }) {
  const isOwn = useSession().user?.id === account.id;
  const more = [account.name, account.department].filter((text) => text !== '').join(' · ');
  return (
    <>
      <Link to={accountPath(account.id)} className={classes.main}>
        <bdi>{account.email}</bdi>
      </Link>
      <span className={classes.marks}>
        <AccountMarks account={account} isOwn={isOwn} />
      </span>
      {more !== '' && (
        <div className={classes.second} dir="auto">
          {more}
        </div>
      )}
    </>
  );
}

export function AccountMarks({ account, isOwn }: { account: AdministeredAccount; isOwn: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {isOwn && (
        <Mark size="md" color="gray">
          {t('administration.accounts.youMark')}
        </Mark>
      )}
      {account.is_staff && (
        <Mark size="md" color="lapis">
          {t('administration.accounts.administratorMark')}
        </Mark>
      )}
      {!account.is_active && (
        <Mark size="md" color="red">
          {t('administration.accounts.disabledMark')}
        </Mark>
      )}
    </>
  );
}
