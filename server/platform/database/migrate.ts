import { readdirSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { openDatabase, openPool } from './database.ts';

/** The name of every migration in `migrations/`, oldest first. Forward only: the next migration fixes a mistake. */
export const migrationNames: readonly string[] = readdirSync(new URL('migrations/', import.meta.url))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .toSorted();

async function getMigrations(): Promise<Record<string, Migration>> {
  const modules = migrationNames.map(
    async (name) => [name, (await import(`./migrations/${name}.ts`)) as Migration] as const,
  );
  return Object.fromEntries(await Promise.all(modules));
}

/**
 * Brings the database to the newest shape. Safe when many processes start at once: Kysely takes an
 * advisory lock of the database, and a migration runs in a transaction.
 * @throws the first migration's error; the database is then as it was before that migration.
 */
export async function migrateToLatest(connectionString: string): Promise<void> {
  // An error of an idle connection shows again at the next query, whose failure is reported.
  const pool = openPool(connectionString, { maximumConnections: 1, onError: () => undefined });
  const database = openDatabase<unknown>(pool);
  try {
    await migrate(database);
  } finally {
    await database.destroy();
  }
}

/**
 * Brings the database to the newest shape, or to that of one migration: for a backup, which is loaded at the level it
 * was made at. Within a transaction all of it joins that transaction.
 * @param upTo the last migration to apply. The database must not be beyond it.
 * @throws as `migrateToLatest`.
 */
export async function migrate(database: Kysely<unknown>, upTo?: string): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations } });
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  // Before the first migration there is nothing to say but what the database said.
  if (failed === undefined)
    throw error instanceof Error ? error : new Error('The database cannot be migrated.', { cause: error });
  throw new Error(`Migration ${failed} failed. The database was left as it was before it.`, { cause: error });
}
