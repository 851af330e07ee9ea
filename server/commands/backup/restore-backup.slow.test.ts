import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { migrateToLatest, migrationNames } from '#server/platform/database/migrate.ts';
import { openFileStore } from '#server/open-dependencies.ts';
import { ownsFileStore } from '#server/features/maintenance/file-store-owner.ts';
import { deleteFiles } from '#server/features/uploads/upload.jobs.ts';
import { upsertLanguageModel } from '#server/features/language-model/language-model.store.ts';
import { loadStoredChoice } from '#server/features/language-model/stored-choice.ts';
import { seal } from '#server/platform/security/seal.ts';
import { findRootSecret, loadSecrets } from '#server/platform/security/secrets.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { QUEUE_SCHEMA_VERSION } from '#server/platform/jobs/pg-boss-job-queue.ts';
import { makeBackup } from './make-backup.ts';
import type { Installation } from './open-installation.ts';
import { fillEmptyTables } from './testing/fill-tables.ts';
import { verifyArchive } from './read-archive.ts';
import type { PresentContent } from './present-content.ts';
import { restoreBackup, type RestoreReport } from './restore-backup.ts';
import { useDirectory } from '#server/testing/use-directory.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const directory = await useDirectory();
const databases: TestDatabase[] = [];
const signal = new AbortController().signal;

const neverReplace = (): Promise<void> => Promise.reject(new Error('it asked to replace'));

async function newPlace(variables: Record<string, string> = {}): Promise<Installation> {
  const database = await createEmptyTestDatabase();
  databases.push(database);
  return placeOn(database.connectionString, variables);
}

async function placeOn(databaseUrl: string, variables: Record<string, string> = {}): Promise<Installation> {
  const config = readConfig({
    DATA_DIR: join(directory, randomUUID()),
    DATABASE_URL: databaseUrl,
    ...variables,
  });
  return { config, databaseUrl, files: await openFileStore(config), close: () => Promise.resolve() };
}

const restore = async (
  place: Installation,
  path = backup,
  mayReplace: (present: PresentContent) => Promise<void> = neverReplace,
): Promise<RestoreReport> =>
  restoreBackup(place, { path, archive: await verifyArchive(path, signal), mayReplace, signal });

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const ask = <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(sql)).rows);

/** A fingerprint of each table's rows. Lists the tables independently of the backup, without `maintenance`, which a restore changes. */
async function fingerprints(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ table_name: string }>(
      `select table_name from information_schema.tables
       where table_schema = 'public' and table_name not like 'kysely%'
         and table_name <> 'maintenance' order by table_name`,
    );
    const found: Record<string, string> = {};
    for (const { table_name: name } of rows) {
      const sums = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" t`,
      );
      found[name] = sums.rows[0]!.sum;
    }
    return found;
  });
}

const HARD_TEXT = 'Tab\there, \\N and \\. and back\\slash,\nnew line, "quotes", ü 漢字 𝄞';
const FILES = {
  'i1/lecture.mp4': Buffer.alloc(3_000_000, 'moving pictures '),
  'i1/notes.txt': Buffer.from('A river carries what the rain washes into it.'),
  'i1/empty.txt': Buffer.alloc(0),
};
const JOB_ID = randomUUID();
const MODEL_KEY = 'sk-a-very-secret-key-1234';

/** Rows of every kind that a column can hold, and longer than one piece of the archive. */
async function fill(place: Installation, userId: number): Promise<void> {
  for (const [key, content] of Object.entries(FILES)) {
    await place.files.write(key, oneChunk(content), { contentType: 'text/plain', maximumBytes: 1e9 });
  }
  await withClient(place.databaseUrl, async (client) => {
    const insert = async (table: string, row: Record<string, unknown>): Promise<void> => {
      const names = Object.keys(row);
      const places = names.map((_name, index) => `$${index + 1}`);
      await client.query(
        `insert into ${table} (${names.join()}) values (${places.join()})`,
        Object.values(row),
      );
    };
    for (const key of Object.keys(FILES)) {
      await insert('stored_files', {
        key,
        instructor_id: userId,
        kind: 'text',
        content_type: 'text/plain',
        original_name: HARD_TEXT,
        size_bytes: 1,
      });
    }
    await insert('document_sources', {
      id: 'ds_1',
      instructor_id: userId,
      file_key: 'i1/notes.txt',
      plain_text: 'x'.repeat(6_000_000),
      spoken: false,
    });
    await client.query(
      `insert into passages (docsource_id, position, section, text, start_offset, end_offset, embedding)
       select 'ds_1', n, 0, $1 || n, n, n + 1, decode(md5(n::text), 'hex') from generate_series(1, 500) n`,
      [HARD_TEXT],
    );
    await client.query(
      `insert into lessons (course_id, title, description, type, kind, file_key, audio_transcript, summary,
         summary_points, docsource_id)
       select id, $1, '', 'lesson', 'text', 'i1/notes.txt', '', '', $2, 'ds_1' from courses`,
      [HARD_TEXT, JSON.stringify([{ text: HARD_TEXT }])],
    );
  });
}

async function* oneChunk(content: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content);
}

afterAll(async () => {
  for (const database of databases) await database.drop();
});
const application = await useTestApplication();
const { dependencies, databaseUrl } = application;
const source = {
  config: dependencies.config,
  databaseUrl,
  files: dependencies.files,
  close: () => Promise.resolve(),
};
const teacher = await application.register();
await teacher.makeCourse({ outcomes: [{ short_name: 'LO1', description: HARD_TEXT }] });
await fill(source, teacher.id);
await upsertLanguageModel(dependencies.database, {
  provider: 'anthropic',
  base_url: null,
  model: 'claude',
  api_version: null,
  api_key_encrypted: seal(dependencies.secrets.modelServiceKey, MODEL_KEY),
  api_key_ending: '1234',
  input_price: null,
  output_price: null,
  timeout_seconds: 60,
  uses_gpu: false,
});
await dependencies.jobs.enqueue(dependencies.database, deleteFiles, { keys: [HARD_TEXT] }, { id: JOB_ID });
/** Of the source when the backup was made. */
const saved = await fingerprints(databaseUrl);
const backup = join(directory, 'first.tar');
await makeBackup(source, backup, signal);

test('restores every row, sequence, file, job and the secret into another database and store', async () => {
  const place = await newPlace();
  const report = await restore(place);
  expect(report).toEqual({ fileCount: 3, jobCount: 1, missingKeys: [] });
  expect(saved['passages']).toMatch(/^500 /u);
  expect(await fingerprints(place.databaseUrl)).toEqual(saved);
  for (const [key, content] of Object.entries(FILES))
    expect((await buffer(await place.files.openRead(key))).equals(content), key).toBe(true);
  expect(await ask(place.databaseUrl, `select id, name, state, data from pgboss.job`)).toEqual([
    { id: JOB_ID, name: 'delete-files', state: 'created', data: { keys: [HARD_TEXT] } },
  ]);
  // Sequences continue, although identity columns were filled explicitly.
  const next = `insert into passages (docsource_id, position, section, text, start_offset, end_offset)
    values ('ds_1', 9999, 0, '', 0, 0) returning id`;
  expect(await ask(place.databaseUrl, next)).toEqual([{ id: '501' }]);
  const secretPath = join(place.config.dataDirectory, 'secret');
  const original = await readFile(join(source.config.dataDirectory, 'secret'), 'utf8');
  expect(await readFile(secretPath, 'utf8')).toBe(original);
  expect((await stat(secretPath)).mode & 0o777).toBe(0o600);
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
});

test('the key of the language model is encrypted in the backup, and readable after it is restored', async () => {
  const bytes = await readFile(backup);
  expect(bytes.includes(MODEL_KEY)).toBe(false);
  // The way in which the archive writes a column of bytes.
  expect(bytes.includes(Buffer.from(MODEL_KEY).toString('hex'))).toBe(false);
  const place = await newPlace();
  await restore(place);
  const database = openDatabase(
    openPool(place.databaseUrl, { maximumConnections: 1, onError: () => undefined }),
  );
  try {
    expect((await loadStoredChoice(database, await loadSecrets(place.config)))?.service?.apiKey).toBe(
      MODEL_KEY,
    );
  } finally {
    await database.destroy();
  }
});

test('a table that a later migration adds is in the backup with all its columns, without anybody naming it', async () => {
  const place = await newPlace({ LECTERN_SECRET: 'f'.repeat(64) });
  await migrateToLatest(place.databaseUrl);
  await ask(
    place.databaseUrl,
    `create table added_later (id bigint generated always as identity primary key, user_id integer references users,
      self integer, twice integer generated always as (self * 2) stored, "order" text)`,
  );
  const path = join(directory, 'added.tar');
  await makeBackup(place, path, signal);
  const { header } = await verifyArchive(path, signal);
  const columns = await ask<{ table_name: string; columns: string[] }>(
    place.databaseUrl,
    `select table_name, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' and table_name <> 'text_bytes' and is_generated = 'NEVER' group by 1`,
  );
  const saved = header.tables.map((table) => ({
    table_name: table.name,
    columns: table.columns.toSorted(),
  }));
  const byName = (one: { table_name: string }, other: { table_name: string }) =>
    one.table_name.localeCompare(other.table_name);
  expect(saved.toSorted(byName)).toEqual(columns.toSorted(byName));
  expect(saved.map(({ table_name: name }) => name)).toContain('added_later');
  const order = header.tables.map(({ name }) => name);
  expect(order.indexOf('added_later')).toBeGreaterThan(order.indexOf('users'));
});

/** From when 0001 was the newest migration, with rows in every table (testing/README.md). */
const OLDER_ARCHIVE = join(import.meta.dirname, 'testing/lectern-0001.tar');

const countRows = (url: string, tables: readonly string[]): Promise<Record<string, number>> =>
  withClient(url, async (client) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from "${table}"`);
      counts[table] = rows[0]?.count ?? 0;
    }
    return counts;
  });

test('restores every row of the committed backup, at the newest schema', async () => {
  const { header } = await verifyArchive(OLDER_ARCHIVE, signal);
  expect(header.migrations.at(-1)).toBe('0001-initial');
  const place = await newPlace();
  await restore(place, OLDER_ARCHIVE);
  expect(await ask(place.databaseUrl, 'select name from kysely_migration order by name')).toEqual(
    migrationNames.map((name) => ({ name })),
  );
  // Migration 0010 drops the other one.
  const names = header.tables.map(({ name }) => name).filter((name) => name !== 'job_answers');
  const counts = await countRows(place.databaseUrl, names);
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  expect(await ask(place.databaseUrl, 'select email, is_staff from users order by id limit 1')).toEqual([
    { email: 'ada@example.org', is_staff: true },
  ]);
  const [file] = await ask<{ key: string }>(
    place.databaseUrl,
    `select key from stored_files where key like 'i1/%'`,
  );
  expect((await buffer(await place.files.openRead(file?.key ?? ''))).toString()).toContain('A river');
  // The restored installation can be backed up, and that backup replaces an installation of this version.
  const again = join(directory, 'again.tar');
  await makeBackup(place, again, signal);
  await restore(place, OLDER_ARCHIVE, () => Promise.resolve());
  expect(await countRows(place.databaseUrl, names)).toEqual(counts);
});

test('restores the rows of every table', async () => {
  const place = await newPlace();
  await restore(place);
  const { header } = await verifyArchive(backup, signal);
  const names = header.tables.map(({ name }) => name);
  await withClient(place.databaseUrl, (client) => fillEmptyTables(client, names));
  const before = await fingerprints(place.databaseUrl);
  const path = join(directory, 'every-table.tar');
  await makeBackup(place, path, signal);
  const other = await newPlace();
  await restore(other, path);
  expect(await fingerprints(other.databaseUrl)).toEqual(before);
  const counts = await countRows(other.databaseUrl, names);
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});

test('refuses a backup of a newer Lectern', async () => {
  const archive = await verifyArchive(backup, signal);
  const header = {
    ...archive.header,
    lectern_version: '9.0.0',
    migrations: [...migrationNames, '9999-future'],
  };
  const other = await newPlace();
  await expect(
    restoreBackup(other, { path: backup, archive: { ...archive, header }, mayReplace: neverReplace, signal }),
  ).rejects.toThrow(/newer Lectern \(9\.0\.0, with 9999-future\).*Install that version/u);
  expect(await fingerprints(other.databaseUrl)).toEqual({});
});

/** What an upgrade to a version that this code does not know leaves behind. */
async function upgradeToFuture(place: Installation): Promise<void> {
  await withClient(place.databaseUrl, async (client) => {
    await client.query(`insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00Z')`);
    await client.query('create table made_by_future (id integer, course_id bigint references all_courses)');
    await client.query('alter table all_courses add column colour text');
    await client.query('create view seen_by_future as select id from courses');
    await client.query(
      'create function touch_future() returns trigger language plpgsql as $$ begin return new; end $$',
    );
    await client.query(
      'create trigger on_future before insert on all_courses for each row execute function touch_future()',
    );
    await client.query('update pgboss.version set version = version + 1');
  });
}

const readQueueVersion = (place: Installation): Promise<object[]> =>
  ask(place.databaseUrl, 'select version from pgboss.version');

test('an upgrade is rolled back: the old version restores its backup over the newer one', async () => {
  const place = await newPlace();
  await restore(place);
  await upgradeToFuture(place);
  await expect(restore(place)).rejects.toThrow('it asked to replace');
  expect(await ask(place.databaseUrl, 'select * from made_by_future')).toEqual([]);

  const broken = new Proxy(place.files, {
    get: (target, name) =>
      name === 'write'
        ? () => Promise.reject(new Error('the disk is full'))
        : (Reflect.get(target, name) as unknown),
  });
  const allow = (): Promise<void> => Promise.resolve();
  await expect(restore({ ...place, files: broken }, backup, allow)).rejects.toThrow('the disk is full');
  expect(await ask(place.databaseUrl, 'select * from made_by_future')).toEqual([]);
  expect(await readQueueVersion(place)).toEqual([{ version: QUEUE_SCHEMA_VERSION + 1 }]);

  let told: readonly string[] = [];
  await restore(place, backup, (present) => {
    told = present.newerMigrations;
    expect(present.rowCounts.get('passages')).toBe(500);
    return Promise.resolve();
  });
  expect(told).toEqual(['9999-future']);
  expect(await fingerprints(place.databaseUrl)).toEqual(saved);
  expect(await readQueueVersion(place)).toEqual([{ version: QUEUE_SCHEMA_VERSION }]);
  expect(await ask(place.databaseUrl, 'select id from pgboss.job')).toEqual([{ id: JOB_ID }]);
  const left = `select nspname as name from pg_namespace where nspname like 'pgboss%'
    union select proname from pg_proc where proname = 'touch_future'`;
  expect(await ask(place.databaseUrl, left)).toEqual([{ name: 'pgboss' }]);
});

test('a restore that is broken off leaves the database as it was, and can be run again', async () => {
  const place = await newPlace();
  await restore(place);
  await ask(place.databaseUrl, `update courses set title = 'Kept'`);
  const before = await fingerprints(place.databaseUrl);
  const secretBefore = await readFile(join(place.config.dataDirectory, 'secret'), 'utf8');
  const stopping = new AbortController();
  const { files } = place;
  let written = 0;
  const breakingStore = new Proxy(files, {
    get: (target, name) =>
      name === 'write'
        ? (...given: Parameters<typeof files.write>) => {
            written += 1;
            if (written === 2) stopping.abort(new Error('broken off'));
            return target.write(...given);
          }
        : (Reflect.get(target, name) as unknown),
  });
  const archive = await verifyArchive(backup, signal);
  const options = { path: backup, archive, mayReplace: () => Promise.resolve() };
  await expect(
    restoreBackup({ ...place, files: breakingStore }, { ...options, signal: stopping.signal }),
  ).rejects.toThrow();
  expect(written).toBe(2);
  expect(await fingerprints(place.databaseUrl)).toEqual(before);
  expect(await readFile(join(place.config.dataDirectory, 'secret'), 'utf8')).toBe(secretBefore);
  await restoreBackup(place, { ...options, signal });
  expect(await fingerprints(place.databaseUrl)).toEqual(saved);
});

test('an unfinished upload, whose bytes no backup holds, is forgotten; a finished one is not', async () => {
  await withClient(source.databaseUrl, async (client) => {
    const add = (id: string, key: string | null) =>
      client.query(
        `insert into resumable_uploads (id, instructor_id, purpose, name, metadata, size_bytes, offset_bytes, file_key,
           expires_at)
         select $1, id, 'video', 'a.mp4', '', 10, 5, $2, now() + interval '1 day' from users`,
        [id, key],
      );
    await add('00000000-0000-4000-8000-000000000001', null);
    await add('00000000-0000-4000-8000-000000000002', 'i1/lecture.mp4');
  });
  const path = join(directory, 'uploads.tar');
  await makeBackup(source, path, signal);
  await ask(source.databaseUrl, 'delete from resumable_uploads');
  const place = await newPlace();
  await restore(place, path);
  expect(await ask(place.databaseUrl, 'select id from resumable_uploads')).toEqual([
    { id: '00000000-0000-4000-8000-000000000002' },
  ]);
});

test('reports missing files, and keeps the rest', async () => {
  const files = new Proxy(source.files, {
    get: (target, name) =>
      name === 'find'
        ? (key: string) => (key === 'i1/empty.txt' ? Promise.resolve(undefined) : target.find(key))
        : name === 'openRead'
          ? (key: string) =>
              target.openRead(key === 'i1/lecture.mp4' ? 'i1/deleted-since-it-was-found.mp4' : key)
          : (Reflect.get(target, name) as unknown),
  });
  const path = join(directory, 'gone.tar');
  const missingKeys = ['i1/empty.txt', 'i1/lecture.mp4'];
  expect(await makeBackup({ ...source, files }, path, signal)).toMatchObject({ fileCount: 1, missingKeys });
  const place = await newPlace();
  expect(await restore(place, path)).toMatchObject({ fileCount: 1, missingKeys });
});

test('refuses a file store without any of the files, and another root secret', async () => {
  const path = join(directory, 'elsewhere.tar');
  const { files, config } = await placeOn(source.databaseUrl);
  await expect(makeBackup({ ...source, files }, path, signal)).rejects.toThrow(/None of the 3 files/u);
  await expect(makeBackup({ ...source, config }, path, signal)).rejects.toThrow(/root secret of these/u);
  expect((await readdir(directory)).filter((name) => name.startsWith('elsewhere'))).toEqual([]);
});

test('a backup that fails leaves no file, and none overwrites another', async () => {
  const before = await readFile(backup);
  await expect(makeBackup(source, backup, signal)).rejects.toThrow(/there already.*nothing is overwritten/u);
  expect((await readFile(backup)).equals(before)).toBe(true);
  await expect(makeBackup(source, join(directory, 'none/b.tar'), signal)).rejects.toThrow(
    /cannot be written/u,
  );
  const files = new Proxy(source.files, {
    get: (target, name) =>
      name === 'find'
        ? (key: string) => Promise.resolve({ key, sizeBytes: 7, modifiedAt: new Date() })
        : (Reflect.get(target, name) as unknown),
  });
  const path = join(directory, 'changing.tar');
  await expect(makeBackup({ ...source, files }, path, signal)).rejects.toThrow(/changed while it was read/u);
  expect((await readdir(directory)).filter((name) => name.startsWith('changing'))).toEqual([]);
  const empty = await newPlace();
  await expect(makeBackup(empty, join(directory, 'e.tar'), signal)).rejects.toThrow(/nothing to back up/u);
});

test('no database of another program, in use, or with strange tables is touched', async () => {
  const place = await newPlace();
  await ask(place.databaseUrl, 'create table invoices (id integer)');
  await expect(restore(place)).rejects.toThrow(/another program \(it holds invoices\)/u);
  await ask(place.databaseUrl, 'drop table invoices');
  await restore(place);
  await ask(place.databaseUrl, 'create table invoices (id integer)');
  const before = await fingerprints(place.databaseUrl);
  const allow = (): Promise<void> => Promise.resolve();
  await expect(restore(place, backup, allow)).rejects.toThrow(/not Lectern's: invoices/u);
  expect(await fingerprints(place.databaseUrl)).toEqual(before);
  await ask(place.databaseUrl, 'drop table invoices');
  await ask(place.databaseUrl, 'create view totals as select 1 as total');
  await expect(restore(place, backup, allow)).rejects.toThrow(/not Lectern's: totals/u);
  await ask(place.databaseUrl, 'drop view totals');

  const running = new pg.Client({ connectionString: place.databaseUrl, application_name: 'lectern-events' });
  await running.connect();
  await expect(restore(place, backup, allow)).rejects.toThrow(/running on this database \(lectern-events\)/u);
  await running.end();
});

test('LECTERN_SECRET must be the secret of the backup', async () => {
  const secret = 'a secret that operators have chosen';
  const chosen = { ...source, config: { ...source.config, secret } };
  const path = join(directory, 'chosen.tar');
  await ask(source.databaseUrl, 'update installation set secret_fingerprint = null');
  await makeBackup(chosen, path, signal);
  const { databaseUrl } = await newPlace();
  const other = await placeOn(databaseUrl, { LECTERN_SECRET: `${secret} before` });
  await expect(restore(other, path)).rejects.toThrow(/LECTERN_SECRET is not the secret/u);
  expect(await fingerprints(databaseUrl)).toEqual({});
  await restore(await placeOn(databaseUrl, { LECTERN_SECRET: secret }), path);
  // Without the variable the file takes its place, and keys derive from the same bytes.
  const place = await newPlace();
  await restore(place, path);
  expect(await findRootSecret(place.config)).toEqual(Buffer.from(secret));
});

test('a copy is another installation and may not delete files of the original; a restore in place keeps the id, and moves to another store', async () => {
  const idOf = async (url: string): Promise<string | undefined> =>
    (await ask<{ id: string }>(url, 'select installation_id as id from maintenance'))[0]?.id;
  // With the original's settings, so that both use the same store.
  const original = application.dependencies;
  expect(await ownsFileStore(original)).toBe(true);
  const path = join(directory, 'with-owner.tar');
  await makeBackup(source, path, signal);

  const copy = await newPlace();
  await restore({ ...copy, files: source.files }, path);
  expect(await idOf(copy.databaseUrl)).not.toBe(await idOf(source.databaseUrl));
  const pool = openPool(copy.databaseUrl, { maximumConnections: 1, onError: () => undefined });
  const database = openDatabase(pool);
  try {
    expect(await ownsFileStore({ ...original, database })).toBe(false);
    expect(await ownsFileStore(original)).toBe(true);
    application.takeErrors();
  } finally {
    await database.destroy();
  }

  const before = await idOf(copy.databaseUrl);
  // With another store, which it moves to.
  await restore(copy, path, () => Promise.resolve());
  expect(await idOf(copy.databaseUrl)).toBe(before);
  for (const [key, content] of Object.entries(FILES))
    expect((await buffer(await copy.files.openRead(key))).equals(content), key).toBe(true);
});
