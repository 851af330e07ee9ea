import { Alert, Progress, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdministeredAccount, StorageUse } from '#contract/administration.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { formatBytes } from '#web/ui/format.ts';
import { AccountName } from './accounts-section.tsx';
import { ACCOUNTS_A_PAGE, useAccounts } from './administration.queries.ts';
import classes from './administration.module.css';
import { DataTable, type Column } from './data-table.tsx';
import { useStorage } from './operations.queries.ts';
import { Pager } from './pager.tsx';
import { SectionFrame } from './section-frame.tsx';
import { WhenLoaded } from './when-loaded.tsx';

/** How the disk of the server calls itself; other stores have names of their own. */
const LOCAL_STORE = 'this server';

/** `/admin/storage`: used and free space, and usage by account. */
export function StorageSection() {
  const query = useStorage();
  return (
    <SectionFrame section="storage">
      <WhenLoaded query={query}>
        {(storage) => (
          <>
            <Figures storage={storage} />
            <ByAccount defaultBytes={storage.default_quota_bytes} />
          </>
        )}
      </WhenLoaded>
    </SectionFrame>
  );
}

function Figures({ storage }: { storage: StorageUse }) {
  const { t, i18n } = useTranslation();
  const bytes = (size: number): string => formatBytes(size, i18n.language);
  const { free_bytes: free, free_floor_bytes: floorBytes } = storage;
  const floor = bytes(floorBytes);
  const store = storage.store === LOCAL_STORE ? t('administration.storage.thisServer') : storage.store;
  return (
    <>
      {free !== null && free < floorBytes && (
        <Alert color="red" variant="light" role="alert" mb="md">
          {t('administration.storage.low', { floor })}
        </Alert>
      )}
      {storage.is_foreign && (
        <Alert color="red" variant="light" role="alert" mb="md">
          {t('administration.storage.foreign', { store, command: 'npm run admin -- take-over-files' })}
        </Alert>
      )}
      <dl className={classes.figures}>
        <Figure
          label={t('administration.storage.files')}
          value={bytes(storage.file_bytes)}
          help={t('administration.storage.fileCount', { count: storage.files, store })}
        />
        <Figure
          label={t('administration.storage.database')}
          value={bytes(storage.database_bytes)}
          help={t('administration.storage.databaseHelp')}
        />
        <Figure
          label={t('administration.storage.free')}
          value={free === null ? t('administration.storage.freeUnknown') : bytes(free)}
          help={t('administration.storage.freeHelp', { floor })}
        />
        <Figure
          label={t('administration.storage.quota')}
          value={bytes(storage.default_quota_bytes)}
          help={t('administration.storage.quotaHelp')}
        />
      </dl>
    </>
  );
}

function Figure({ label, value, help }: { label: string; value: string; help: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd className={classes.number}>{value}</dd>
      <dd className={classes.second}>{help}</dd>
    </div>
  );
}

function ByAccount({ defaultBytes }: { defaultBytes: number }) {
  const { t, i18n } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useAccounts({ order: 'storage', page });
  const ownId = useSession().user?.id;
  const bytes = (size: number): string => formatBytes(size, i18n.language);
  const columns: Column<AdministeredAccount>[] = [
    {
      id: 'account',
      header: t('administration.account'),
      kind: 'main',
      render: (account) => <AccountName account={account} isOwn={account.id === ownId} />,
    },
    {
      id: 'used',
      header: t('administration.storage.usedColumn'),
      kind: 'number',
      render: ({ storage_bytes: used }) => bytes(used),
    },
    {
      id: 'limit',
      header: t('administration.storage.limit'),
      kind: 'number',
      render: ({ storage_quota_bytes: own }) => bytes(own ?? defaultBytes),
    },
    {
      id: 'share',
      header: t('administration.storage.shareColumn'),
      render: ({ storage_bytes: used, storage_quota_bytes: own, email }) => (
        <Share used={used} quota={own ?? defaultBytes} label={email} />
      ),
    },
  ];
  return (
    <section aria-labelledby="storage-by-account">
      <Title order={2} id="storage-by-account">
        {t('administration.storage.byAccount')}
      </Title>
      <WhenLoaded query={query}>
        {({ accounts, total }) => (
          <>
            <DataTable
              label={t('administration.storage.byAccount')}
              columns={columns}
              rows={accounts}
              idOf={({ id }) => id}
            />
            <Pager page={page} count={Math.ceil(total / ACCOUNTS_A_PAGE)} onChange={setPage} />
          </>
        )}
      </WhenLoaded>
    </section>
  );
}

const NEARLY_FULL_PERCENT = 90;

function Share({ used, quota, label }: { used: number; quota: number; label: string }) {
  const { t, i18n } = useTranslation();
  const share = quota === 0 ? (used === 0 ? 0 : 1) : used / quota;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share);
  return (
    <div className={classes.share}>
      <Progress
        // Rounded: a tiny share would be written in scientific notation, which screen readers do not understand.
        value={Math.min(100, Math.round(share * 1000) / 10)}
        color={share * 100 >= NEARLY_FULL_PERCENT ? 'red' : 'lapis'}
        aria-label={t('administration.storage.shareOf', { who: label })}
      />
      <span>{percent}</span>
    </div>
  );
}
