import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { email } from '../../../contract/accounts.ts';
import { AUDIT_ACTIONS } from '../../../contract/audit-log.ts';
import { readId } from '../../ui/read-id.ts';
import classes from './administration.module.css';
import { useAuditWords } from './audit-table.tsx';
import type { AuditFilter } from './operations.queries.ts';

const NO_FILTER: AuditFilter = { account: '', action: '', from: '', to: '' };

/** Who, what and when; applied with a button, since an address typed halfway is none. */
export function AuditFilters({
  filter,
  onApply,
}: {
  filter: AuditFilter;
  onApply: (filter: AuditFilter) => void;
}) {
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
