import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdministeredAccount } from '#contract/administration.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { LostPageDrawing } from '#web/ui/illustrations/lost-page.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { readId } from '#web/ui/read-id.ts';
import { AccountMarks } from './accounts-section.tsx';
import { AccountRows } from './account-rows.tsx';
import { sectionPath } from './administration-paths.ts';
import { useAccount } from './administration.queries.ts';
import classes from './administration.module.css';
import { SectionFrame } from './section-frame.tsx';
import { WhenLoaded } from './when-loaded.tsx';

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
