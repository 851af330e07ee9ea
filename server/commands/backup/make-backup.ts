import { Buffer } from 'node:buffer';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { FileMissingError, type FileStore } from '#server/platform/files/file-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createPostgresClient } from '#server/platform/database/postgres-client.ts';
import { migrationNames } from '#server/platform/database/migrate.ts';
import { COPY_PENDING_JOBS } from '#server/platform/jobs/queue-tables.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { version } from '#server/version.ts';
import { runInContext } from '#server/platform/work-context.ts';
import {
  fileEntryName,
  FORMAT,
  HEADER_NAME,
  jobsPieceName,
  MISSING_NAME,
  PIECE_BYTES,
  SECRET_NAME,
  tablePieceName,
  type BackupHeader,
} from './archive-format.ts';
import { BackupError } from './backup-error.ts';
import { copyTarget, listAppliedMigrations, listSequences, listTables } from './catalogue.ts';
import { kyselyOn } from './one-connection.ts';
import type { Installation } from './open-installation.ts';
import { findQueueVersion } from './pending-jobs.ts';
import { getRootSecret } from './root-secret.ts';
import { ArchiveWriter } from './write-archive.ts';

export interface BackupReport {
  readonly path: string;
  readonly sizeBytes: number;
  readonly tableCount: number;
  readonly fileCount: number;
  /** Keys whose file was gone: deleted since the snapshot, or before. */
  readonly missingKeys: readonly string[];
}

/**
 * Writes everything that an installation consists of into one new file: the rows of one moment, the jobs that were
 * pending then, the files those rows name, and the root secret. Lectern stays usable during the backup.
 * @throws {BackupError} when it cannot be made; no file is left then.
 */
export async function makeBackup(
  { config, databaseUrl, files }: Installation,
  path: string,
  signal: AbortSignal,
): Promise<BackupReport> {
  const client = createPostgresClient(databaseUrl, { applicationName: 'lectern-backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('set local statement_timeout = 0');
    const header = await describe(client, files);
    const rootSecret = await getRootSecret(config, client);
    const archive = await openArchive(path, signal);
    try {
      await archive.addBytes(HEADER_NAME, Buffer.from(`${JSON.stringify(header, null, 2)}\n`));
      await archive.addBytes(SECRET_NAME, Buffer.from(`${rootSecret.toString('hex')}\n`));
      for (const table of header.tables) {
        await addCopy(client, archive, `copy ${copyTarget(table)} to stdout`, (piece) =>
          tablePieceName(table.name, piece),
        );
      }
      if ((await findQueueVersion(client)) !== null)
        await addCopy(client, archive, COPY_PENDING_JOBS, jobsPieceName);
      const { rows } = await client.query<{ key: string }>('select key from stored_files order by key');
      // The snapshot is not needed any longer, and holding it would keep the database from tidying up.
      await client.query('commit');
      const missingKeys: string[] = [];
      for (const { key } of rows) {
        signal.throwIfAborted();
        if (!(await addFile(files, archive, key))) missingKeys.push(key);
      }
      if (missingKeys.length === rows.length) await refuseWithoutFiles(client, files, missingKeys);
      await archive.addBytes(MISSING_NAME, Buffer.from(missingKeys.map((key) => `${key}\n`).join('')));
      const sizeBytes = await archive.finish();
      const fileCount = rows.length - missingKeys.length;
      await recordBackup(client, { size_bytes: sizeBytes, files: fileCount });
      return { path, sizeBytes, tableCount: header.tables.length, fileCount, missingKeys };
    } catch (error) {
      await archive.discard();
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** Administrators see from it when the last backup was made. One of an older version's database has no place for it. */
async function recordBackup(
  client: pg.Client,
  details: { size_bytes: number; files: number },
): Promise<void> {
  if ((await listAppliedMigrations(client)).length < migrationNames.length) return;
  const database = kyselyOn(client) as Database;
  await runInContext({ origin: { kind: 'command_line' } }, () =>
    recordAudit(database, 'backup_made', { details }),
  );
}

/** With the settings of another place, every file seems to be missing. Those that were just deleted have no row any more. */
async function refuseWithoutFiles(
  client: pg.Client,
  { name }: FileStore,
  missingKeys: readonly string[],
): Promise<void> {
  const { rows } = await client.query('select from stored_files where key = any($1)', [missingKeys]);
  if (rows.length === 0) return;
  throw new BackupError(
    `None of the ${rows.length} files that the database names is in the file store (${name}). No backup was made. Run this command ` +
      'with the settings of the service, such as DATA_DIR or FILE_STORE; the command lectern-admin reads them (docs/deploy.md).',
  );
}

async function openArchive(path: string, signal: AbortSignal): Promise<ArchiveWriter> {
  try {
    return await ArchiveWriter.create(path, signal);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new BackupError(
      error.code === 'EEXIST'
        ? `${path} or ${path}.partial is there already. Give another name, or remove it; nothing is overwritten.`
        : `${path} cannot be written: ${error.message}.`,
      { cause: error },
    );
  }
}

async function describe(client: pg.Client, files: FileStore): Promise<BackupHeader> {
  const migrations = await listAppliedMigrations(client);
  if (migrations.length === 0) {
    throw new BackupError(
      'The database is empty: Lectern has never started on it, so there is nothing to back up.',
    );
  }
  const unknown = migrations.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) {
    throw new BackupError(
      `The database is used by a newer Lectern (${unknown.join(', ')}). Make the backup with that version.`,
    );
  }
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return {
    format: FORMAT,
    created_at: new Date().toISOString(),
    lectern_version: version,
    postgres_version: rows[0]?.server_version ?? '',
    file_store: files.name,
    migrations,
    tables: await listTables(client),
    sequences: await listSequences(client),
  };
}

async function addCopy(
  client: pg.Client,
  archive: ArchiveWriter,
  copy: string,
  nameOf: (piece: number) => string,
): Promise<void> {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  let piece = 0;
  const flush = async (): Promise<void> => {
    if (sizeBytes === 0) return;
    piece += 1;
    await archive.addBytes(nameOf(piece), Buffer.concat(chunks));
    chunks = [];
    sizeBytes = 0;
  };
  for await (const chunk of client.query(copyTo(copy)) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.byteLength;
    if (sizeBytes >= PIECE_BYTES) await flush();
  }
  await flush();
}

/** @returns whether the file was there. */
async function addFile(files: FileStore, archive: ArchiveWriter, key: string): Promise<boolean> {
  const found = await files.find(key);
  if (found === undefined) return false;
  try {
    await archive.addStream(fileEntryName(key), found.sizeBytes, await files.openRead(key));
    return true;
  } catch (error) {
    if (error instanceof FileMissingError) return false;
    throw error;
  }
}
