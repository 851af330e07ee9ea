import { Alert, Progress, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdministeredAccount, StorageUse } from '#contract/administration.ts';
import { formatBytes } from '#web/ui/format.ts';
import { AccountName } from './accounts-section.tsx';
import { A_PAGE, useAccounts, useStorage } from './administration.queries.ts';
import classes from './administration.module.css';
import { DataTable, Pager, type Column } from './data-table.tsx';
import { SectionFrame, WhenLoaded } from './section-frame.tsx';

/** The name of the disk store; other stores have their own names. */
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
  const figures = [
    [
      t('administration.storage.files'),
      bytes(storage.file_bytes),
      t('administration.storage.fileCount', { count: storage.files, store }),
    ],
    [
      t('administration.storage.database'),
      bytes(storage.database_bytes),
      t('administration.storage.databaseHelp'),
    ],
    [
      t('administration.storage.free'),
      free === null ? t('administration.storage.freeUnknown') : bytes(free),
      t('administration.storage.freeHelp', { floor }),
    ],
    [
      t('administration.storage.quota'),
      bytes(storage.default_quota_bytes),
      t('administration.storage.quotaHelp'),
    ],
  ] as const;
  return (
    <>
      {free !== null && free < floorBytes && (
        <Alert color="red" role="alert" mb="md">
          {t('administration.storage.low', { floor })}
        </Alert>
      )}
      {storage.is_foreign && (
        <Alert color="red" role="alert" mb="md">
          {t('administration.storage.foreign', { store, command: 'npm run admin -- take-over-files' })}
        </Alert>
      )}
      <dl className={classes.figures}>
        {figures.map(([label, value, help]) => (
          <div key={label} className={classes.figure}>
            <dt>{label}</dt>
            <dd className={classes.number}>{value}</dd>
            <dd className={classes.second}>{help}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function ByAccount({ defaultBytes }: { defaultBytes: number }) {
  const { t, i18n } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useAccounts({ order: 'storage', page });
  const bytes = (size: number): string => formatBytes(size, i18n.language);
  const columns: Column<AdministeredAccount>[] = [
    {
      header: t('administration.account'),
      kind: 'main',
      render: (account) => <AccountName account={account} />,
    },
    {
      header: t('administration.storage.usedColumn'),
      kind: 'number',
      render: ({ storage_bytes: used }) => bytes(used),
    },
    {
      header: t('administration.storage.limit'),
      kind: 'number',
      render: ({ storage_quota_bytes: own }) => bytes(own ?? defaultBytes),
    },
    {
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
            <DataTable label={t('administration.storage.byAccount')} columns={columns} rows={accounts} />
            <Pager page={page} count={Math.ceil(total / A_PAGE)} onChange={setPage} />
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
