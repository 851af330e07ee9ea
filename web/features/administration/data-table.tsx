import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** `null` leaves the cell, and on a phone its label, out. */
  readonly render: (row: Row) => ReactNode;
  /**
   * `main`: names the row. `number`: lines up at the end. `short`: stays on one line. `wide`: takes a line of its own on a
   * phone. `actions`: buttons; its header is for screen readers only.
   */
  readonly kind?: 'main' | 'number' | 'short' | 'wide' | 'actions';
}

/**
 * A table; on a phone each row is a card in which every value has its label. The roles are given since browsers drop those
 * of a table that is not laid out as one.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  idOf,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string | number;
}) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, header, kind }) => (
              <th key={id} role="columnheader" scope="col" data-kind={kind}>
                {kind === 'actions' ? <VisuallyHidden>{header}</VisuallyHidden> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={idOf(row)} role="row">
              {columns.map(({ id, header, kind, render }) => {
                const content = render(row);
                return (
                  <td
                    key={id}
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
