import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { createEmptyTestDatabase } from '#server/testing/database.ts';
import { runAdmin, type AdminRun } from './testing/run-admin.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();

const admin = (...given: string[]): Promise<AdminRun> =>
  runAdmin(given, { DATABASE_URL: application.databaseUrl, DATA_DIR: application.dataDirectory });

/** The one line on standard error: which installation a command acted on. */
const usedPlace = (): string => {
  const { pathname, host } = new URL(application.databaseUrl);
  return `Using the Lectern of the database ${pathname.slice(1)} on ${host}.\n`;
};

const run = async (...given: string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await admin(...given, '--json');
  expect([given, code, stderr]).toEqual([given, 0, usedPlace()]);
  return JSON.parse(stdout);
};

test("prints the first administrator's link until there is an administrator", async () => {
  const { url } = (await run('first-administrator')) as { url: string };
  expect(url).toContain('/register#token=');
  expect(await run('first-administrator')).toEqual({ url });
  expect(await run('first-administrator', '--new')).not.toEqual({ url });
  await application.register();
  const refused = await admin('first-administrator');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('There is an administrator.')]);
});

test('prints a link that signs in', async () => {
  const { session } = await application.register();
  expect(await run('sign-in-link', session.email)).toMatchObject({
    url: expect.stringContaining('/login#sign-in=') as string,
  });
});

test('prints the audit log while Lectern is running, and records that', async () => {
  const { id } = await application.register();
  const { code, stdout, stderr } = await admin('audit-log', '--json');
  expect([code, stderr]).toEqual([0, usedPlace()]);
  const entries = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'registration', subject: { kind: 'account', id: String(id) } }),
  );
  expect(entries.at(-1)).toMatchObject({ action: 'audit_log_exported', actor: { kind: 'command_line' } });
});

test('deletes an account once its email address confirms it', async () => {
  const { id, session } = await application.register();
  const { email } = session.user;
  expect(await run('delete-account', String(id))).toMatchObject({ id, email, deleted: false });
  expect(await run('delete-account', email, '--confirm', email)).toMatchObject({ deleted: true });
  expect(await run('accounts', '--search', email)).toMatchObject({ total: 0 });
});

test('does what administrators do, by number or email address', async () => {
  await application.register();
  const { id, session } = await application.register();
  expect(await run('grant-administrator', session.email)).toMatchObject({ id, is_staff: true });
  expect(await run('set-quota', String(id), '1000')).toMatchObject({ storage_quota_bytes: 1_000 });
  expect(await run('disable-account', String(id))).toMatchObject({ is_active: false });
  expect(await run('accounts', '--status', 'disabled')).toMatchObject({ total: 1, accounts: [{ id }] });
  expect(await run('registration', '--mode', 'invite', '--domains', 'example.org')).toEqual({
    mode: 'invite',
    allowed_domains: ['example.org'],
    verifies_addresses: false,
  });
  const invited = (await run('invite', '--days', '2')) as { id: string; url: string };
  expect(invited.url).toContain('/register#token=');
  expect(await run('invitations')).toMatchObject([{ id: invited.id }]);
  expect(await run('storage')).toMatchObject({ files: 0, default_quota_bytes: 20 * 2 ** 30 });
  expect(await run('health')).toMatchObject({ database: { status: 'ready' } });
  expect(await run('models')).toMatchObject({ writer: null, is_downloading: false });
  expect(await run('download-models')).toEqual({ started: true });
  expect(await run('jobs', '--state', 'waiting')).toMatchObject([{ kind: 'fetch-models' }]);
}, 240_000);

test('links an account to one of the sign-in provider, and undoes it', async () => {
  await admin('registration', '--mode', 'open', '--domains', '');
  const { id } = await application.register();
  const settings = {
    DATABASE_URL: application.databaseUrl,
    DATA_DIR: application.dataDirectory,
    OIDC_ISSUER: 'https://login.example.org',
    OIDC_CLIENT_ID: 'lectern',
  };
  expect((await admin('link-sign-in', String(id), 'sub-1')).stderr).toContain('Set OIDC_ISSUER');
  const linked = await runAdmin(['link-sign-in', String(id), 'sub-1', '--json'], settings);
  expect(JSON.parse(linked.stdout)).toEqual({ id, issuer: 'https://login.example.org', subject: 'sub-1' });
  const again = await runAdmin(['link-sign-in', String(id), 'sub-1'], settings);
  expect(again.stderr).toContain('is already linked to an account');
  expect(JSON.parse((await admin('unlink-sign-in', String(id), '--json')).stdout)).toEqual({
    id,
    unlinked: 1,
  });
}, 120_000);

test('says what is wrong with an option before it opens anything', async () => {
  const wrong: [string[], string][] = [
    [['audit-log', '--sinec', 'x'], 'Use: npm run admin -- audit-log'],
    [['audit-log', '--since', 'yesterday'], '--since must be a date'],
    [['accounts', '--order', 'size'], '--order is one of'],
    [['set-quota', '1', 'much'], 'The quota must be a whole number'],
    [['jobs', '--state', 'late'], '--state is one of'],
    [['retry-job', '7'], '7 is not the id of one'],
    [['registration', '--mode', 'shut'], 'mode: '],
    [['two-factor', '--require', 'no one'], 'required_for: '],
    [['invite', '--days', 'many'], 'days: '],
  ];
  // There is no Lectern, which would be reported first.
  const nowhere = { DATA_DIR: join(application.dataDirectory, 'elsewhere') };
  const runs = wrong.map(async ([given, said]) => [await runAdmin(given, nowhere), said] as const);
  for (const [{ code, stdout, stderr }, said] of await Promise.all(runs))
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(said)]);
}, 60_000);

test('lectern-admin runs a command with the settings of the service', async () => {
  const settings = join(application.dataDirectory, 'lectern.env');
  const lines = [
    `DATABASE_URL="${application.databaseUrl}"`,
    '# A remark',
    `DATA_DIR=${application.dataDirectory}`,
  ];
  await writeFile(settings, lines.join('\n'));
  const script = join(import.meta.dirname, '../../../deploy/lectern-admin');
  const environment = {
    PATH: process.env['PATH'],
    LECTERN_HOME: join(import.meta.dirname, '../../..'),
    LECTERN_SETTINGS: settings,
    LECTERN_USER: 'root',
  };
  const { stdout, stderr } = await promisify(execFile)(script, ['version', '--json'], { env: environment });
  expect(stderr).toBe(usedPlace());
  expect(JSON.parse(stdout)).toMatchObject({ last_backup: null });
  const path = join(application.dataDirectory, 'made.tar');
  await promisify(execFile)(script, ['backup', path], { env: environment });
  expect((await stat(path)).size).toBeGreaterThan(10_000);
  expect(await run('version')).toMatchObject({ last_backup: { files: 0, is_late: false } });
});

test('creates no installation where there is none, and says what to do', async () => {
  const dataDirectory = join(application.dataDirectory, 'elsewhere');
  const closing = ['registration', '--mode', 'closed'];
  const nowhere = await runAdmin(closing, { DATA_DIR: dataDirectory });
  expect([nowhere.code, nowhere.stdout]).toEqual([1, '']);
  expect(nowhere.stderr).toContain(`There is no Lectern in ${dataDirectory}. Nothing was created.`);
  expect(existsSync(dataDirectory)).toBe(false);

  const database = await createEmptyTestDatabase();
  const empty = await runAdmin(closing, {
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDirectory,
  });
  expect(empty.stderr).toContain('The database of DATABASE_URL holds no Lectern. Nothing was created.');
  await migrateToLatest(database.connectionString);
  await forgetNewestMigration(database.connectionString);
  const old = await runAdmin(closing, { DATABASE_URL: database.connectionString, DATA_DIR: dataDirectory });
  expect([old.code, old.stderr]).toEqual([
    1,
    expect.stringContaining('The database is of an older Lectern.'),
  ]);
  await database.drop();
});

test('does nothing without the root secret of the installation, and creates none', async () => {
  const elsewhere = join(application.dataDirectory, 'without-secret');
  for (const secret of ['', 'f'.repeat(64)]) {
    const settings = {
      DATABASE_URL: application.databaseUrl,
      DATA_DIR: elsewhere,
      LECTERN_SECRET: secret,
    };
    const { code, stdout, stderr } = await runAdmin(['registration', '--mode', 'closed'], settings);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringContaining('The root secret of these settings'),
    ]);
  }
  expect(existsSync(elsewhere)).toBe(false);
  expect(await run('registration')).toMatchObject({ mode: 'open' });
});

async function forgetNewestMigration(connectionString: string): Promise<void> {
  const pool = openPool(connectionString, { maximumConnections: 1, onError: () => undefined });
  await pool.query('delete from kysely_migration where name = (select max(name) from kysely_migration)');
  await pool.end();
}
