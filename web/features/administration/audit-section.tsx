import { Button, Text, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useState, type SubmitEvent } from 'react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';
import { email } from '#contract/accounts.ts';
import { AUDIT_ACTIONS } from '#contract/audit-log.ts';
import { readId } from '#web/ui/read-id.ts';
import classes from './administration.module.css';
import { AuditTable, useAuditWords } from './audit-table.tsx';
import { explainFailure } from './explain-failure.ts';
import { useAuditLog, useExportAuditLog, type AuditFilter } from './operations.queries.ts';
import { SectionFrame } from './section-frame.tsx';
import { WhenLoaded } from './when-loaded.tsx';

const NO_FILTER: AuditFilter = { account: '', action: '', from: '', to: '' };

/** Who, what and when; applied with a button, since an address typed halfway is none. */
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
  const [account, action, from, to] = NAMES.map((name) => parameters.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ];
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
      {query.hasNextPage && (
        <div className={classes.pager}>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('administration.showMore')}
          </Button>
        </div>
      )}
      {!query.hasNextPage && entries.length > 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {t('administration.audit.end')}
        </Text>
      )}
    </SectionFrame>
  );
}
