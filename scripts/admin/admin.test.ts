import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../../server/testing/test-application.ts';
import { runAdmin, type AdminRun } from './testing/run-admin.ts';

let application: TestApplication;
beforeAll(async () => {
  application = await startTestApplication();
});
afterAll(() => application.close());

const admin = (...given: string[]): Promise<AdminRun> =>
  runAdmin(given, { DATABASE_URL: application.databaseUrl, DATA_DIR: application.dataDirectory });

test('prints the audit log while Lectern is running, and records that', async () => {
  const { id } = await application.register();
  const { code, stdout, stderr } = await admin('audit-log', '--json');
  expect([code, stderr]).toEqual([0, '']);
  const entries = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'registration', subject: { kind: 'account', id: String(id) } }),
  );
  expect(entries.at(-1)).toMatchObject({ action: 'audit_log_exported', actor: { kind: 'command_line' } });
  const later = await admin('audit-log', '--since', '2999-01-01');
  expect(later.stdout.trim()).toMatch(/^id,at,action[\w,]*$/);
});

test('says what is wrong with an option', async () => {
  expect((await admin('audit-log', '--since', 'yesterday')).stderr).toContain('--since must be a date');
  expect((await admin('audit-log', '--format', 'xml')).stderr).toContain('--format is csv or jsonl');
  expect((await admin('audit-log', '--sinec', 'x')).stderr).toContain('Use: npm run admin -- audit-log');
});
