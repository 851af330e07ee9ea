import type { Database } from '#server/platform/database/database.ts';

export interface LastRun {
  readonly tidiedUpAt: Date | null;
  readonly runsToWait: number;
}

export async function findLastRun(database: Database): Promise<LastRun> {
  const row = await database
    .selectFrom('maintenance')
    .select(['tidied_up_at', 'runs_to_wait'])
    .executeTakeFirst();
  return { tidiedUpAt: row?.tidied_up_at ?? null, runsToWait: row?.runs_to_wait ?? 0 };
}

export async function updateLastRun(database: Database, { tidiedUpAt, runsToWait }: LastRun): Promise<void> {
  const row = { tidied_up_at: tidiedUpAt, runs_to_wait: runsToWait };
  await database
    .insertInto('maintenance')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
}

/** The id of this database's installation, created on first use. */
export async function getInstallationId(database: Database): Promise<string> {
  await database
    .insertInto('maintenance')
    .values({ tidied_up_at: null })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
  const row = await database.selectFrom('maintenance').select('installation_id').executeTakeFirstOrThrow();
  return row.installation_id;
}

export async function updateHasForeignFiles(database: Database, hasForeignFiles: boolean): Promise<void> {
  await database
    .updateTable('maintenance')
    .set({ has_foreign_files: hasForeignFiles })
    .where('has_foreign_files', '!=', hasForeignFiles)
    .execute();
}

export async function findHasForeignFiles(database: Database): Promise<boolean> {
  const row = await database.selectFrom('maintenance').select('has_foreign_files').executeTakeFirst();
  return row?.has_foreign_files ?? false;
}
