import { createHash } from 'node:crypto';
import pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { allJobs } from '#server/features/jobs.ts';
import type { BackupHeader } from './archive-format.ts';
import { BackupError } from './backup-error.ts';
import { copyTarget, listTables, type TableShape } from './catalogue.ts';
import type { Installation } from './open-installation.ts';
import { enqueueRestoredJobs, makeJobsTable } from './pending-jobs.ts';
import { readArchive, type ArchiveEntry, type VerifiedArchive } from './read-archive.ts';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';

/** Rows on their way into one table. The client can do nothing else until the end. */
class CopyIn {
  readonly #stream;
  readonly #done: Promise<void>;

  /** @param copy a `copy … from stdin`. */
  constructor(client: pg.Client, copy: string) {
    this.#stream = client.query(copyFrom(copy));
    this.#done = finished(this.#stream);
    // Thrown by the step that meets it.
    this.#done.catch(() => undefined);
  }

  /** @throws what the database says of the rows. */
  async write(content: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of content) {
      if (!this.#stream.write(chunk)) await Promise.race([once(this.#stream, 'drain'), this.#done]);
    }
  }

  /** Waits until the database has taken every row. @throws what it says of them. */
  async end(): Promise<void> {
    this.#stream.end();
    await this.#done;
  }

  /** Gives up: the database refuses the whole copy. */
  abandon(): void {
    this.#stream.destroy();
  }
}

export interface LoadOptions {
  readonly installation: Installation;
  /** In a transaction, on a database at the backup's migration, without rows. */
  readonly client: pg.Client;
  readonly boss: PgBoss;
  readonly path: string;
  readonly archive: VerifiedArchive;
  readonly signal: AbortSignal;
}

interface Copying {
  readonly name: string;
  readonly into: CopyIn;
  pieces: number;
}

const unfit = (why: string): BackupError =>
  new BackupError(`This backup cannot be restored: ${why}. Nothing was changed.`);

/**
 * Loads rows, sequences, jobs and files in the client's transaction.
 * @throws {BackupError} when the archive holds what the database has no place for.
 */
export async function loadArchive(options: LoadOptions): Promise<{ fileCount: number; jobCount: number }> {
  const { client, archive } = options;
  await compareShapes(client, archive.header);
  const copyJobs = await makeJobsTable(client);
  const tables = new Map(archive.header.tables.map((table) => [table.name, table]));
  let copying: Copying | undefined;
  const endCopy = async (): Promise<void> => {
    const ended = copying;
    copying = undefined;
    if (ended !== undefined) await explained(ended.name, () => ended.into.end());
  };
  let fileCount = 0;
  try {
    for await (const entry of readArchive(options.path, options.signal)) {
      const { what } = entry;
      const content = checked(entry, archive);
      if (what.kind === 'table' || what.kind === 'jobs') {
        const name = what.kind === 'table' ? what.table : 'jobs';
        if (copying?.name !== name) {
          await endCopy();
          const copy = what.kind === 'table' ? copyInto(tables.get(name), name) : copyJobs;
          copying = { name, into: new CopyIn(client, copy), pieces: 0 };
        }
        copying.pieces += 1;
        if (what.piece !== copying.pieces) throw unfit(`a piece of ${name} is missing`);
        const { into } = copying;
        await explained(name, () => into.write(content));
        continue;
      }
      await endCopy();
      if (what.kind === 'file') {
        await loadFile(options, what.key, entry.sizeBytes, content);
        fileCount += 1;
      } else {
        await readToEnd(content);
      }
    }
    await endCopy();
  } catch (error) {
    // Otherwise the database would wait for more rows, and the end of the transaction for the database.
    copying?.into.abandon();
    throw error;
  }
  await compareFileCount(client, archive);
  await setSequences(client, archive.header);
  const jobCount = await enqueueRestoredJobs(
    client,
    options.boss,
    allJobs.map(({ name }) => name),
  );
  return { fileCount, jobCount };
}

/** The content, compared again with its checksum: the archive may have changed since it was verified. */
async function* checked(entry: ArchiveEntry, archive: VerifiedArchive): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of entry.content) {
    hash.update(chunk);
    yield chunk;
  }
  if (entry.what.kind !== 'sums' && archive.sums.get(entry.name) !== hash.digest('hex'))
    throw unfit(`${entry.name} changed while it was restored`);
}

async function readToEnd(content: AsyncIterable<Buffer>): Promise<number> {
  let sizeBytes = 0;
  for await (const chunk of content) sizeBytes += chunk.byteLength;
  return sizeBytes;
}

async function compareShapes(client: pg.Client, header: BackupHeader): Promise<void> {
  const textOf = ({ name, columns }: TableShape): string => `${name}(${columns.toSorted().join(', ')})`;
  const present = new Set((await listTables(client)).map(textOf));
  const saved = new Set(header.tables.map(textOf));
  const differing = [...present].filter((table) => !saved.has(table));
  differing.push(...[...saved].filter((table) => !present.has(table)));
  if (differing.length > 0)
    throw unfit(
      `its tables are not those of its migration ${header.migrations.at(-1) ?? ''}: ${differing.join('; ')}`,
    );
}

function copyInto(table: TableShape | undefined, name: string): string {
  if (table === undefined) throw unfit(`it holds rows of the unknown table ${name}`);
  return `copy ${copyTarget(table)} from stdin`;
}

async function explained(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new BackupError(
      `The rows of ${name} were refused by the database: ${error.message}. Nothing was changed.`,
      { cause: error },
    );
  }
}

async function loadFile(
  { client, installation, signal }: LoadOptions,
  key: string,
  sizeBytes: number,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const { rows } = await client.query<{ content_type: string }>(
    'select content_type from stored_files where key = $1',
    [key],
  );
  const contentType = rows[0]?.content_type;
  if (contentType === undefined) throw unfit(`no row knows its file ${key}`);
  await installation.files.write(key, content, { contentType, maximumBytes: sizeBytes, signal });
}

async function compareFileCount(client: pg.Client, archive: VerifiedArchive): Promise<void> {
  const { rows } = await client.query<{ count: string }>('select count(*) from stored_files');
  const rowCount = Number(rows[0]?.count);
  if (rowCount !== archive.fileCount + archive.missingKeys.length)
    throw unfit(`it names ${rowCount} files and holds ${archive.fileCount}`);
}

async function setSequences(client: pg.Client, { sequences }: BackupHeader): Promise<void> {
  for (const { name, last_value: lastValue, is_called: isCalled } of sequences) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      pg.escapeIdentifier(name),
    ]);
    if (rows[0]?.there !== true) throw unfit(`it holds the unknown sequence ${name}`);
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      pg.escapeIdentifier(name),
      lastValue,
      isCalled,
    ]);
  }
}
