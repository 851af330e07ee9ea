import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './data-table.module.css';

export interface Column<Row> {
  readonly header: string;
  /** `null` leaves the cell, and on a phone its label, out. */
  readonly render: (row: Row) => ReactNode;
  /**
   * `main`: names the row. `number`: lines up at the end. `short`: stays on one line. `wide`: takes its own line on a
   * phone. `actions`: buttons; its header is for screen readers only.
   */
  readonly kind?: 'main' | 'number' | 'short' | 'wide' | 'actions';
}

/**
 * A table; on a phone each row is a card in which every value has its label. The roles are given since browsers drop those
 * of a table that is not laid out as one.
 */
export function DataTable<Row extends { readonly id: string | number }>({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header, kind }) => (
              <th key={header} role="columnheader" scope="col" data-kind={kind}>
                {kind === 'actions' ? <VisuallyHidden>{header}</VisuallyHidden> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row">
              {columns.map(({ header, kind, render }) => {
                const content = render(row);
                return (
                  <td
                    key={header}
                    role="cell"
                    data-kind={kind}
                    data-label={kind === 'main' || kind === 'actions' ? undefined : header}
                    data-empty={content === null ? '' : undefined}
                  >
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Navigates the pages of a list, counted from 1; renders nothing if there is only one. */
export function Pager({
  page,
  count,
  onChange,
}: {
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
