import { expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit-log.ts';
import { session } from '#contract/accounts.ts';
import type { Database } from '#server/platform/database/database.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import { TestInstructor } from '#server/testing/test-instructor.ts';
import { exportAuditLog, forgetOldAuditEntries, listAuditEntries } from './read-audit-log.ts';
import { recordAudit } from './record-audit.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({
  variables: { TRUST_PROXY: 'loopback', AUDIT_RETENTION_DAYS: '30' },
});

const entriesAbout = async (accountId: number): Promise<AuditEntry[]> => {
  const page = { beforeId: undefined, limit: 100 };
  return (await listAuditEntries(application.dependencies, { accountId }, page)).toReversed();
};
const briefly = ({ action, outcome, actor, subject }: AuditEntry): unknown[] => [
  action,
  outcome,
  actor.kind,
  actor.id,
  subject?.kind,
];

test('records what people do with their account, from where, and nothing secret', async () => {
  const headers = {
    'x-forwarded-for': '203.0.113.7',
    'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
  };
  const owner = await application.register();
  const { id } = owner;
  const { email, api_key: apiKey } = owner.session;
  const logIn = (password: string) =>
    application.call('POST', '/api/auth/login/', { json: { email, password }, headers });
  (await logIn('not this one')).readProblem(401);
  const again = new TestInstructor(application.origin, (await logIn(TEST_PASSWORD)).read(200, session));
  const send = (method: string, path: string, json: unknown) => again.call(method, path, { json, headers });
  const right = { password: TEST_PASSWORD };
  (await send('POST', '/api/auth/api-key/', { password: 'not this one' })).readProblem(400);
  expect((await send('POST', '/api/auth/api-key/', right)).status).toBe(200);
  const change = { current_password: TEST_PASSWORD, new_password: 'another long password' };
  expect((await send('POST', '/api/auth/password/', change)).status).toBe(204);
  const course = await again.makeCourse();
  const lesson = await again.makeLesson({ file: 'https://example.org/a.pdf', course: course.id });
  expect((await send('DELETE', `/api/lessons/${lesson.id}/`, undefined)).status).toBe(204);
  expect((await send('DELETE', `/api/courses/${course.id}/`, undefined)).status).toBe(204);
  const restore = `/api/trash/lessons/${lesson.id}/restore/`;
  expect((await send('POST', restore, undefined)).status).toBe(200);
  expect((await send('DELETE', `/api/lessons/${lesson.id}/`, undefined)).status).toBe(204);
  expect((await send('DELETE', '/api/trash/', undefined)).status).toBe(204);
  const end = { password: 'another long password' };
  expect((await send('DELETE', '/api/auth/account/', end)).status).toBe(204);

  const entries = await entriesAbout(id);
  expect(entries.map(briefly)).toEqual([
    ['registration', 'succeeded', 'account', id, 'account'],
    ['sign_in', 'failed', 'anonymous', null, 'account'],
    ['sign_in', 'succeeded', 'account', id, 'account'],
    ['password_check', 'failed', 'account', id, 'account'],
    ['sign_in_key_replaced', 'succeeded', 'account', id, 'account'],
    ['password_changed', 'succeeded', 'account', id, 'account'],
    ['lesson_trashed', 'succeeded', 'account', id, 'lesson'],
    ['course_trashed', 'succeeded', 'account', id, 'course'],
    ['course_restored', 'succeeded', 'account', id, 'course'],
    ['lesson_restored', 'succeeded', 'account', id, 'lesson'],
    ['lesson_trashed', 'succeeded', 'account', id, 'lesson'],
    ['lesson_deleted', 'succeeded', 'account', id, 'lesson'],
    ['course_deleted', 'succeeded', 'account', id, 'course'],
    ['account_deleted', 'succeeded', 'account', id, 'account'],
  ]);
  for (const entry of entries.slice(1)) {
    expect(entry).toMatchObject({ address: '203.0.113.7', device: 'Firefox on Linux' });
    expect(entry.request_id).toMatch(/^[0-9a-f-]{36}$/);
  }
  const told = JSON.stringify(entries);
  for (const secret of [email, apiKey, TEST_PASSWORD, 'another long', 'not this one', course.title]) {
    expect(told).not.toContain(secret);
  }
});

test('a failed login to no account names none, whatever was typed', async () => {
  const typed = 'my-password@example.test';
  (await application.post('/api/auth/login/', { email: typed, password: 'x' })).readProblem(401);
  const [entry] = await listAuditEntries(
    application.dependencies,
    { action: 'sign_in' },
    { beforeId: undefined, limit: 1 },
  );
  expect(entry).toMatchObject({ outcome: 'failed', subject: null, actor: { kind: 'anonymous' } });
  expect(JSON.stringify(entry)).not.toContain('my-password');
});

test('an entry exists exactly when the transaction that it records commits', async () => {
  const { database } = application.dependencies;
  const marker = 4_242_424;
  const record = (transaction: Database) =>
    recordAudit(transaction, 'course_deleted', { on: ['account', marker] });
  const broken = database.transaction().execute(async (transaction) => {
    await record(transaction);
    throw new Error('broken off');
  });
  await expect(broken).rejects.toThrow('broken off');
  expect(await entriesAbout(marker)).toEqual([]);
  await database.transaction().execute(record);
  expect((await entriesAbout(marker)).map(briefly)).toEqual([
    ['course_deleted', 'succeeded', 'system', null, 'account'],
  ]);
});

test('exports every entry as CSV or JSON lines, and a spreadsheet runs nothing in it', async () => {
  const { database } = application.dependencies;
  await recordAudit(database, 'registration_changed', { details: { mode: '=1+1' } });
  await database
    .insertInto('audit_log')
    .values({
      action: 'sign_in',
      outcome: 'failed',
      actor_kind: 'anonymous',
      actor_id: null,
      subject_kind: null,
      subject_id: null,
      address: '=cmd()',
      device: null,
      request_id: null,
    })
    .execute();
  const collect = async (format: 'csv' | 'jsonl') => {
    let text = '';
    for await (const piece of exportAuditLog(application.dependencies, {}, format)) text += piece;
    return text;
  };
  const lines = (await collect('jsonl')).trimEnd().split('\n');
  const ids = lines.map((line) => Number((JSON.parse(line) as AuditEntry).id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const csv = (await collect('csv')).trimEnd().split('\r\n');
  expect(csv[0]).toBe(
    'id,at,action,outcome,actor_kind,actor_id,actor_email,subject_kind,subject_id,address,device,request_id,details',
  );
  expect(csv).toHaveLength(lines.length + 1);
  expect(csv.at(-1)).toContain("'=cmd()");
});

test('forgets entries after the retention time', async () => {
  const { database } = application.dependencies;
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const insert = (at: Date) =>
    database
      .insertInto('audit_log')
      .values({
        at,
        action: 'sign_out',
        outcome: 'succeeded',
        actor_kind: 'system',
        actor_id: null,
        subject_kind: 'account',
        subject_id: '777',
        address: null,
        device: null,
        request_id: null,
      })
      .execute();
  await insert(days(31));
  await insert(days(29));
  expect(await forgetOldAuditEntries(application.dependencies, new Date())).toBe(1);
  expect(await entriesAbout(777)).toHaveLength(1);
});
