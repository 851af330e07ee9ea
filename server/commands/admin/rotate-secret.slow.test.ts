import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { startTestApplication } from '#server/testing/test-application.ts';
import { runAdmin } from './testing/run-admin.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const directory = await useDirectory();
let database: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  database = await createEmptyTestDatabase();
  other = await createEmptyTestDatabase();
  for (const { connectionString } of [database, other]) await migrateToLatest(connectionString);
  await writeFile(join(directory, 'secret'), 'ab'.repeat(32));
});
afterAll(async () => {
  await database.drop();
  await other.drop();
});

const environmentOf = (databaseUrl: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: directory,
  LECTERN_SECRET: '',
});

test('replaces the secret file', async () => {
  const environment = environmentOf(database.connectionString);
  const rotate = async () => {
    const { code, stdout, stderr } = await runAdmin(['rotate-secret', '--json'], environment);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Using the Lectern of .*\.\n$/u)]);
    return JSON.parse(stdout) as unknown;
  };
  const path = join(directory, 'secret');
  expect(await rotate()).toEqual({
    ended_sessions: 0,
    removed_second_factors: 0,
    secret_file: path,
  });
  const before = await readFile(path, 'utf8');
  await rotate();
  expect(await readFile(path, 'utf8')).not.toBe(before);
});

test('prints a new secret where LECTERN_SECRET is set', async () => {
  const secret = 'f'.repeat(64);
  const environment = { ...environmentOf(other.connectionString), LECTERN_SECRET: secret };
  const { stdout } = await runAdmin(['rotate-secret', '--json'], environment);
  const printed = JSON.parse(stdout) as { secret: string };
  expect(printed.secret).toMatch(/^[0-9a-f]{64}$/);
  expect(printed.secret).not.toBe(secret);
  // Otherwise it would report success, and the processes would keep using the printed secret.
  const again = await runAdmin(['rotate-secret'], environment);
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining('The root secret of these settings is not that of the installation.'),
  ]);
});

test('refuses while Lectern is running', async () => {
  const application = await startTestApplication();
  const { code, stderr } = await runAdmin(['rotate-secret'], environmentOf(application.databaseUrl));
  expect([code, stderr]).toEqual([1, expect.stringContaining('Stop all of its processes first')]);
  await application.close();
});

test('an unknown command lists those that exist', async () => {
  const { code, stderr } = await runAdmin(['rotate'], environmentOf(database.connectionString));
  expect(code).toBe(1);
  expect(stderr).toContain('There is no command rotate.');
  expect(stderr).toContain('rotate-secret');
});
