import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './administration.module.css';

/** Leads through the pages of a list; nothing where there is only one. */
export function Pager({
  page,
  count,
  onChange,
}: {
  /** From 1. */
  page: number;
  count: number;
  onChange: (page: number) => void;
}) {
  const { t } = useTranslation();
  if (count <= 1 && page === 1) return null;
  return (
    <nav className={classes.pager} aria-label={t('administration.pages')}>
      <Button variant="default" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {t('administration.previous')}
      </Button>
      <span role="status">{t('administration.page', { page, count: Math.max(page, count) })}</span>
      <Button variant="default" disabled={page >= count} onClick={() => onChange(page + 1)}>
        {t('administration.next')}
      </Button>
    </nav>
  );
}
