import { expect, test } from 'vitest';
import { account, accountSessionList, newApiKey, session, user, type Account } from '#contract/accounts.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import { TestInstructor } from '#server/testing/test-instructor.ts';
import { listAuditEntries } from '../audit/read-audit-log.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ variables: { TRUST_PROXY: 'loopback' } });

const read = async (of: TestInstructor): Promise<Account> =>
  (await of.get('/api/auth/account/')).read(200, account);
const change = (of: TestInstructor, json: unknown) => of.call('PATCH', '/api/auth/account/', { json });

test('changes the name, the department or both, and records it without their words', async () => {
  const teacher = await application.register();
  const both = { name: '  Ada Lovelace ', department: ' Mathematics ' };
  expect((await change(teacher, both)).read(200, user)).toMatchObject({
    id: teacher.id,
    name: 'Ada Lovelace',
    department: 'Mathematics',
  });
  (await change(teacher, { department: '' })).read(200, user);
  expect((await read(teacher)).user).toMatchObject({ name: 'Ada Lovelace', department: '' });

  const again = await application.post('/api/auth/login/', {
    email: teacher.session.email,
    password: TEST_PASSWORD,
  });
  expect(again.read(200, session).user.name).toBe('Ada Lovelace');

  const entries = await listAuditEntries(
    application.dependencies,
    { accountId: teacher.id, action: 'profile_changed' },
    { beforeId: undefined, limit: 10 },
  );
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries)).not.toContain('Lovelace');
});

test('rejects a blank name and one that is too long, and changes nothing then', async () => {
  const teacher = await application.register();
  const before = await read(teacher);
  for (const [json, field] of [
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'Ada', department: 'x'.repeat(201) }, 'department'],
    [{ name: null }, 'name'],
  ] as const) {
    const problem = (await change(teacher, json)).readProblem(400);
    expect(problem.errors?.map((each) => each.field)).toEqual([field]);
  }
  // What an account may not change about itself is ignored.
  (await change(teacher, { email: 'other@example.test', is_staff: true })).read(200, user);
  expect(await read(teacher)).toEqual(before);
});

test('counts what an account has', async () => {
  const teacher = await application.register();
  const none = {
    courses: 0,
    lessons: 0,
    quizzes: 0,
    conversations: 0,
    api_keys: 0,
    storage_bytes: 0,
  };
  expect((await read(teacher)).contents).toEqual(none);
  const course = await teacher.makeCourse();
  await teacher.makeLesson({ file: 'https://example.org/a.pdf', course: course.id });
  await teacher.post('/api/assistant/conversations/', { title: 'Create a quiz' });
  (await teacher.post('/api/auth/api-keys/', { name: 'Script', password: TEST_PASSWORD })).read(
    201,
    newApiKey,
  );
  expect((await read(teacher)).contents).toEqual({
    ...none,
    storage_bytes: expect.any(Number) as number,
    courses: 1,
    lessons: 1,
    conversations: 1,
    api_keys: 1,
  });
  expect((await read(await application.register())).contents).toEqual(none);
});

test('a session shows the network it was last renewed from, an IPv6 address as its /64', async () => {
  const teacher = await application.register();
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const { email } = teacher.session;
  const signedIn = await application.call('POST', '/api/auth/login/', {
    json: { email, password: TEST_PASSWORD },
    ...from('203.0.113.7'),
  });
  const there = new TestInstructor(application.origin, signedIn.read(200, session));
  const network = async () =>
    (await there.get('/api/auth/sessions/')).read(200, accountSessionList).find(({ current }) => current)
      ?.network;
  expect(await network()).toBe('203.0.113.7');
  const renewal = await application.call('POST', '/api/auth/refresh/', {
    json: { refresh: there.session.refresh },
    ...from('2001:db8:1:2:aaaa::1'),
  });
  expect(renewal.status).toBe(200);
  expect(await network()).toBe('2001:db8:1:2::/64');
});
