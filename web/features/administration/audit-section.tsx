import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { email } from '#contract/accounts.ts';
import { AUDIT_ACTIONS, type AuditEntry } from '#contract/audit-log.ts';
import type texts from '#web/locales/en/administration.json';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { formatBytes, formatDateTime } from '#web/ui/format.ts';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';
import { Link } from '#web/ui/link.tsx';
import { readId } from '#web/ui/read-id.ts';
import { ShowOlder } from '#web/ui/show-older.tsx';
import { accountPath } from './administration-paths.ts';
import { useAuditLog, useExportAuditLog, type AuditFilter } from './administration.queries.ts';
import classes from './administration.module.css';
import { DataTable, type Column } from './data-table.tsx';
import { explainFailure, Mark, SectionFrame, WhenLoaded } from './section-frame.tsx';

const NO_FILTER: AuditFilter = { account: '', action: '', from: '', to: '' };

/** Who, what and when; applied with a button, since a half-typed address is not an address. */
function AuditFilters({ filter, onApply }: { filter: AuditFilter; onApply: (filter: AuditFilter) => void }) {
  const { t, i18n } = useTranslation();
  const { actionOf } = useAuditWords();
  const [values, setValues] = useState(filter);
  const [isInvalid, setIsInvalid] = useState(false);
  const change = (changed: Partial<AuditFilter>): void => setValues({ ...values, ...changed });
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const account = values.account.trim();
    const isValid = account === '' || readId(account) !== undefined || email.safeParse(account).success;
    setIsInvalid(!isValid);
    if (isValid) onApply({ ...values, account });
  };
  const actions = AUDIT_ACTIONS.map((value) => ({ value: value, label: actionOf(value) })).toSorted(
    (one, other) => one.label.localeCompare(other.label, i18n.language),
  );
  return (
    <form
      role="search"
      aria-label={t('administration.audit.filter')}
      className={classes.filters}
      onSubmit={onSubmit}
      noValidate
    >
      <TextInput
        className={classes.wideFilter}
        label={t('administration.audit.account')}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={values.account}
        error={isInvalid ? t('administration.audit.accountInvalid') : undefined}
        onChange={({ currentTarget }) => change({ account: currentTarget.value })}
      />
      <NativeSelect
        className={classes.filter}
        label={t('administration.audit.action')}
        value={values.action}
        data={[{ value: '', label: t('administration.audit.allActions') }, ...actions]}
        onChange={({ currentTarget }) => change({ action: currentTarget.value })}
      />
      <TextInput
        className={classes.day}
        type="date"
        label={t('administration.audit.from')}
        max={values.to}
        value={values.from}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <TextInput
        className={classes.day}
        type="date"
        label={t('administration.audit.to')}
        min={values.from}
        value={values.to}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
      <Button type="submit">{t('administration.audit.apply')}</Button>
      {Object.values(filter).some((value) => value !== '') && (
        <Button variant="subtle" onClick={() => onApply(NO_FILTER)}>
          {t('administration.audit.clear')}
        </Button>
      )}
    </form>
  );
}

const NAMES = ['account', 'action', 'from', 'to'] as const satisfies readonly (keyof AuditFilter)[];

/** `/admin/audit`: who did what, when and from where. The filter is part of the address. */
export function AuditSection() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const [account = '', action = '', from = '', to = ''] = NAMES.map((name) => parameters.get(name) ?? '');
  const filter: AuditFilter = { account, action, from, to };
  const query = useAuditLog(filter);
  const download = useExportAuditLog();
  const entries = query.data?.pages.flat() ?? [];
  const apply = (values: AuditFilter): void => {
    const next = new URLSearchParams();
    for (const name of NAMES) if (values[name] !== '') next.set(name, values[name]);
    setParameters(next, { preventScrollReset: true });
  };
  return (
    <SectionFrame
      section="audit"
      help={t('administration.audit.help')}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate(filter)}
        >
          {t('administration.audit.export')}
        </Button>
      }
    >
      {download.isError && <Failure message={explainFailure(t, download.error)} error={download.error} />}
      <AuditFilters key={NAMES.map((name) => filter[name]).join(' ')} filter={filter} onApply={apply} />
      <WhenLoaded query={query}>
        {() =>
          entries.length === 0 ? (
            <EmptyState drawing={<QuestionSheetDrawing />} text={t('administration.audit.none')} />
          ) : (
            <AuditTable entries={entries} />
          )
        }
      </WhenLoaded>
      <ShowOlder list={query} />
      {!query.hasNextPage && entries.length > 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {t('administration.audit.end')}
        </Text>
      )}
    </SectionFrame>
  );
}

type Audit = (typeof texts)['audit'];

function useAuditWords() {
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

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t, i18n } = useTranslation();
  const { actionOf, actorOf, subjectOf } = useAuditWords();
  const columns: Column<AuditEntry>[] = [
    {
      header: t('administration.audit.what'),
      kind: 'main',
      render: ({ action, outcome, details }) => (
        <>
          <span className={classes.main}>{actionOf(action)}</span>
          {outcome === 'failed' && (
            <span className={classes.marks}>
              <Mark size="md" color="red">
                {t('administration.audit.failedMark')}
              </Mark>
            </span>
          )}
          <Details details={details} />
        </>
      ),
    },
    {
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
      header: t('administration.audit.when'),
      kind: 'short',
      render: ({ at }) => <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>,
    },
    {
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
  return <DataTable label={t('administration.sections.audit')} columns={columns} rows={entries} />;
}

/** Shows sizes in the units of the rest of the app. */
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
