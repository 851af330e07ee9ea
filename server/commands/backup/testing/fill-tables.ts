import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly is_needed: boolean;
  readonly parent_table: string | null;
  readonly parent_column: string | null;
  /** The values that a check constraint allows, such as `{open,invite}`. */
  readonly allowed: string | null;
}

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, null) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as is_needed,
    parent.relname as parent_table, parent_column.attname as parent_column,
    (select substring(pg_get_constraintdef(c.oid) from '''([^'']+)''::text') from pg_constraint c
     where c.conrelid = a.attrelid and c.contype = 'c' and a.attnum = any(c.conkey) limit 1) as allowed
  from pg_attribute a
  left join pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum]
  left join pg_class parent on parent.oid = f.confrelid
  left join pg_attribute parent_column
    on parent_column.attrelid = f.confrelid and parent_column.attnum = f.confkey[1]
  where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped
    and a.attidentity = '' and a.attgenerated = ''
  order by a.attnum`;

/** Adds a row to each empty table, so that a backup has rows of every table. @param tables parents first. */
export async function fillEmptyTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rowCount } = await client.query(`select from "${table}" limit 1`);
    if (rowCount === 0) await insertRow(client, table);
  }
}

async function insertRow(client: pg.Client, table: string): Promise<void> {
  const { rows: columns } = await client.query<Column>(COLUMNS, [table]);
  const values: Record<string, unknown> = {};
  for (const column of columns) {
    if (!column.is_needed && column.parent_table === null) continue;
    const value = column.parent_table === null ? makeValue(column) : await findParent(client, column, table);
    if (value !== undefined) values[column.name] = value;
  }
  const names = Object.keys(values);
  const places = names.map((_name, index) => `$${index + 1}`);
  const quoted = names.map((name) => `"${name}"`);
  const statement =
    names.length === 0
      ? `insert into "${table}" default values`
      : `insert into "${table}" (${quoted.join()}) values (${places.join()})`;
  await client.query(statement, Object.values(values));
}

async function findParent(client: pg.Client, column: Column, table: string): Promise<unknown> {
  if (column.parent_table === table) return undefined;
  const { rows } = await client.query<Record<string, unknown>>(
    `select "${column.parent_column}" as value from "${column.parent_table}" limit 1`,
  );
  return rows[0]?.['value'];
}

/** Columns from which others are generated. */
const GENERATING: Readonly<Record<string, unknown>> = {
  question: { type: 'multiple_choice', blooms_taxonomy: 'remember', difficulty: 'easy', outcome: null },
};

function makeValue({ name, type, allowed }: Column): unknown {
  if (name in GENERATING) return JSON.stringify(GENERATING[name]);
  if (allowed !== null) return allowed;
  if (type.startsWith('timestamp')) return new Date('2026-11-28T12:00:00Z');
  if (type === 'uuid') return randomUUID();
  if (type === 'bytea') return randomBytes(32);
  if (type === 'jsonb' || type === 'json') return '[]';
  if (type === 'boolean') return false;
  if (type.endsWith('[]')) return [];
  return type === 'text' || type.startsWith('character') ? `${randomUUID()} ü 漢字` : 1;
}
