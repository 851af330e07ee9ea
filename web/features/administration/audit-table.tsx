import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEntry } from '#contract/audit-log.ts';
import type texts from '#web/locales/en/administration.json';
import { formatBytes, formatDateTime } from '#web/ui/format.ts';
import { accountPath } from './administration-paths.ts';
import classes from './administration.module.css';
import { DataTable, type Column } from './data-table.tsx';

type Audit = (typeof texts)['audit'];

/** Entries in words. What a newer server records is shown by its name. */
export function useAuditWords() {
  const { t } = useTranslation();
  return {
    actionOf: (action: string): string =>
      t(`administration.audit.actions.${action as keyof Audit['actions']}`, {
        defaultValue: action.replaceAll('_', ' '),
      }),
    actorOf: ({ kind, id, email }: AuditEntry['actor']): string =>
      email ?? t(`administration.audit.actors.${kind}`, { id: id ?? 0 }),
    subjectOf: ({ kind, id }: NonNullable<AuditEntry['subject']>): string =>
      t(`administration.audit.subjects.${kind}`, {
        id,
        defaultValue: `${(kind as string).replaceAll('_', ' ')} ${id}`,
      }),
  };
}

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t, i18n } = useTranslation();
  const { actionOf, actorOf, subjectOf } = useAuditWords();
  const columns: Column<AuditEntry>[] = [
    {
      id: 'what',
      header: t('administration.audit.what'),
      kind: 'main',
      render: ({ action, outcome, details }) => (
        <>
          <span className={classes.main}>{actionOf(action)}</span>
          {outcome === 'failed' && (
            <span className={classes.marks}>
              <Badge component="span" variant="light" color="red" size="md" tt="none">
                {t('administration.audit.failedMark')}
              </Badge>
            </span>
          )}
          <Details details={details} />
        </>
      ),
    },
    {
      id: 'who',
      header: t('administration.audit.who'),
      kind: 'wide',
      render: ({ actor }) =>
        actor.id !== null && actor.email !== null ? (
          <AccountLink id={actor.id}>{actor.email}</AccountLink>
        ) : (
          actorOf(actor)
        ),
    },
    {
      id: 'about',
      header: t('administration.audit.about'),
      kind: 'short',
      render: ({ subject, actor }) => {
        if (subject === null) return null;
        const isOwn = subject.kind === 'account' && subject.id === String(actor.id);
        if (isOwn) return null;
        return subject.kind === 'account' ? (
          <AccountLink id={Number(subject.id)}>{subjectOf(subject)}</AccountLink>
        ) : (
          subjectOf(subject)
        );
      },
    },
    {
      id: 'when',
      header: t('administration.audit.when'),
      kind: 'short',
      render: ({ at }) => <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>,
    },
    {
      id: 'where',
      header: t('administration.audit.where'),
      kind: 'short',
      render: ({ address, device }) =>
        address === null && device === null ? null : (
          <>
            {address}
            {device !== null && <div className={classes.second}>{device}</div>}
          </>
        ),
    },
  ];
  return (
    <DataTable
      label={t('administration.sections.audit')}
      columns={columns}
      rows={entries}
      idOf={({ id }) => id}
    />
  );
}

/** Sizes are read more easily in the units that they have everywhere else. */
const BYTES = /_bytes$/u;

const AccountLink = ({ id, children }: { id: number; children: string }) => (
  <Link to={accountPath(id)} className={classes.plainLink}>
    <bdi>{children}</bdi>
  </Link>
);

function Details({ details }: Pick<AuditEntry, 'details'>) {
  const { i18n } = useTranslation();
  const facts = Object.entries(details).filter(([, value]) => value !== null && value !== '');
  if (facts.length === 0) return null;
  const describe = ([name, value]: (typeof facts)[number]): string =>
    BYTES.test(name) && typeof value === 'number'
      ? `${name.replace(BYTES, '').replaceAll('_', ' ')}: ${formatBytes(value, i18n.language)}`
      : `${name.replaceAll('_', ' ')}: ${String(value)}`;
  return (
    <div className={classes.second} dir="auto">
      {facts.map(describe).join(' · ')}
    </div>
  );
}
