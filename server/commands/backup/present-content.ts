import { escapeIdentifier, type ClientBase } from 'pg';
import { migrationNames } from '#server/platform/database/migrate.ts';
import { BackupError } from './backup-error.ts';
import { listAppliedMigrations, listRoutines, listTables, listViews } from './catalogue.ts';

/** What is in the database that is to be restored into. All of it is dropped. */
export interface PresentContent {
  readonly tables: readonly string[];
  readonly views: readonly string[];
  /** Functions and procedures with their arguments, quoted, as `drop routine` takes them. */
  readonly routines: readonly string[];
  /** Migrations of a newer version, which this one does not know; not empty when an upgrade is rolled back. */
  readonly newerMigrations: readonly string[];
  /** Tables that hold rows with the number of them; none in an empty Lectern. */
  readonly rowCounts: ReadonlyMap<string, number>;
}

/** Tables that may have rows before there is any account: counts of attempts, and the last tidy-up. */
const OF_NO_WORTH = new Set(['rate_limits', 'maintenance']);

/**
 * Looks at the database before anything is changed.
 * @throws {BackupError} when it is another program's, or in use.
 */
export async function readPresentContent(client: ClientBase): Promise<PresentContent> {
  const tables = (await listTables(client)).map(({ name }) => name);
  const migrations = await listAppliedMigrations(client);
  if (tables.length > 0 && migrations.length === 0) {
    throw new BackupError(
      `The database belongs to another program (it holds ${tables.slice(0, 5).join(', ')}). Nothing was changed. ` +
        'Make an empty one for Lectern and set DATABASE_URL to it.',
    );
  }
  await refuseIfInUse(client);
  const rowCounts = new Map<string, number>();
  for (const table of tables) {
    if (OF_NO_WORTH.has(table)) continue;
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${escapeIdentifier(table)}`);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) rowCounts.set(table, count);
  }
  return {
    tables,
    views: await listViews(client),
    routines: await listRoutines(client),
    newerMigrations: migrations.filter((name) => !migrationNames.includes(name)),
    rowCounts,
  };
}

async function refuseIfInUse(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'lectern%'`,
  );
  if (rows.length === 0) return;
  throw new BackupError(
    `Lectern is running on this database (${rows.map(({ name }) => name).join(', ')}). Nothing was changed. Stop every ` +
      'api and worker process, then restore.',
  );
}
