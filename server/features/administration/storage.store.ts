import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** How many files there are, their size, and that of the database. */
export async function readStoredSizes(
  database: Database,
): Promise<{ files: number; fileBytes: number; databaseBytes: number }> {
  const { rows } = await sql<{ files: string; file_bytes: string; database_bytes: string }>`
    select count(*) as files, coalesce(sum(size_bytes), 0) as file_bytes,
      pg_database_size(current_database()) as database_bytes
    from stored_files`.execute(database);
  const [row] = rows;
  return {
    files: Number(row?.files),
    fileBytes: Number(row?.file_bytes),
    databaseBytes: Number(row?.database_bytes),
  };
}

export async function readDatabaseVersion(database: Database): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database);
  return rows[0]?.server_version ?? '';
}
