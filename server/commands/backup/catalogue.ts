import { escapeIdentifier, type ClientBase } from 'pg';
import { BackupError } from './backup-error.ts';

export interface TableShape {
  readonly name: string;
  readonly columns: string[];
}

export interface SequenceState {
  readonly name: string;
  /** As text: it may be beyond what a number holds exactly. */
  readonly last_value: string;
  readonly is_called: boolean;
}

/** What a restore makes by migrating, and by inserting the rows of other tables. */
export const DERIVED_TABLES = ['kysely_migration', 'kysely_migration_lock', 'text_bytes'];

/**
 * Every table of the database as its own catalogue knows them, so that no migration can forget to tell: with the columns
 * that hold data, in an order in which each row finds what it refers to.
 * @throws {BackupError} when tables refer to each other in a circle.
 */
export async function listTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as refers_to
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1)
     order by c.relname`,
    [DERIVED_TABLES],
  );
  const ordered: TableShape[] = [];
  let left = rows;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter((table) => table.refers_to.every((other) => !waiting.has(other)));
    if (ready.length === 0) {
      throw new BackupError(
        `These tables refer to each other in a circle, so no order restores them: ${[...waiting].join(', ')}.`,
      );
    }
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Every view; a backup contains none, since the migrations of a restore make them. */
export async function listViews(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'v' order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** Every function and procedure of ours with its arguments, quoted; those of extensions are not. */
export async function listRoutines(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Every sequence and its position: numbers already given must not be given again. */
export async function listSequences(client: ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${escapeIdentifier(name)}`,
    );
    states.push(...state.rows.map((row) => ({ name, ...row })));
  }
  return states;
}

/** The migrations that were applied, oldest first; none in a database that Lectern never used. */
export async function listAppliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `select to_regclass('kysely_migration') is not null as there`,
  );
  if (tables[0]?.there !== true) return [];
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** `"table" ("column", …)`, for COPY. */
export const copyTarget = ({ name, columns }: TableShape): string =>
  `${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})`;
