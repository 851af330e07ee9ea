import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  accountSessionList,
  apiKeyAnswer,
  refreshedTokens,
  session,
  type AccountSession,
} from '#contract/accounts.ts';
import { courseList } from '#contract/courses.ts';
import { eventually, TEST_PASSWORD } from '#server/testing/test-application.ts';
import { TestInstructor, type Answer } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const right = { password: TEST_PASSWORD };

/** Signs in again, as from another device. */
async function signInAgain(of: TestInstructor, password = TEST_PASSWORD): Promise<TestInstructor> {
  const answer = await application.call('POST', '/api/auth/login/', {
    json: { email: of.session.email, password },
    headers: { 'user-agent': LINUX },
  });
  return new TestInstructor(application.origin, answer.read(200, session));
}
/** With the access token alone: the key would let everything pass. */
const list = (of: TestInstructor, origin = application.origin): Promise<Answer> =>
  application.call('GET', `${origin}/api/courses/`, {
    headers: { authorization: `Bearer ${of.session.access}` },
  });
const sessionsOf = async (of: TestInstructor): Promise<AccountSession[]> =>
  (await of.get('/api/auth/sessions/')).read(200, accountSessionList);
const refresh = (of: TestInstructor): Promise<Answer> =>
  application.post('/api/auth/refresh/', { refresh: of.session.refresh });

describe('sessions', () => {
  test('are listed with the device they are on, and one’s own is marked', async () => {
    const here = await application.register();
    const there = await signInAgain(here);
    const [newest, oldest] = await sessionsOf(here);
    expect(newest).toMatchObject({ device: 'Firefox on Linux', current: false });
    expect(oldest).toMatchObject({ device: 'node', current: true });
    expect((await sessionsOf(there)).map(({ current }) => current)).toEqual([true, false]);
    const byKey = await application.call('GET', '/api/auth/sessions/', {
      headers: { 'api-key': here.session.api_key },
    });
    expect(byKey.read(200, accountSessionList).map(({ current }) => current)).toEqual([false, false]);
    const stranger = await application.register();
    expect(await sessionsOf(stranger)).toHaveLength(1);
  });

  test('stay the same when they are renewed, and say when that was', async () => {
    const teacher = await application.register();
    const [before] = await sessionsOf(teacher);
    const renewed = (await refresh(teacher)).read(200, refreshedTokens);
    const after = await sessionsOf(
      new TestInstructor(application.origin, { ...teacher.session, access: renewed.access }),
    );
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: before?.id, created_at: before?.created_at, current: true });
    expect(Date.parse(after[0]?.last_used_at ?? '')).toBeGreaterThan(Date.parse(before?.last_used_at ?? ''));
  });

  test('that have ended reject their access token, in every process, and their refresh token', async () => {
    const second = await application.startAnother();
    const here = await application.register();
    const there = await signInAgain(here);
    for (const origin of [application.origin, second.origin])
      (await list(there, origin)).read(200, courseList);
    const other = (await sessionsOf(here)).find(({ current }) => !current)?.id;
    const end = (json: unknown) => here.call('DELETE', `/api/auth/sessions/${other}/`, { json });
    expect((await end({ password: 'wrong password' })).readProblem(400).errors).toMatchObject([
      { field: 'password', message: 'This is not your password. Nothing was changed.' },
    ]);
    (await end(undefined)).readProblem(400);
    (await list(there)).read(200, courseList);
    expect((await end(right)).status).toBe(204);
    expect((await list(there)).readProblem(401).code).toBe('token_invalid');
    (await refresh(there)).readProblem(401);
    await eventually('the other process to end the session', async () =>
      (await list(there, second.origin)).status === 401 ? true : undefined,
    );
    (await list(here)).read(200, courseList);
    (await end(right)).readProblem(404);
    await second.close();
  });

  test('all end at once but the one in use; with the key alone, that one too', async () => {
    const here = await application.register();
    const [one, two] = [await signInAgain(here), await signInAgain(here)];
    expect((await here.call('DELETE', '/api/auth/sessions/', { json: right })).status).toBe(204);
    for (const each of [one, two]) (await list(each)).readProblem(401);
    (await list(here)).read(200, courseList);
    const key = { 'api-key': here.session.api_key };
    await application.call('DELETE', '/api/auth/sessions/', { json: right, headers: key });
    (await list(here)).readProblem(401);
    (await application.call('GET', '/api/courses/', { headers: key })).read(200, courseList);
  });

  test('a page that listens is cut off when its session ends', async () => {
    const teacher = await application.register();
    const other = await signInAgain(teacher);
    const listening = await fetch(`${application.origin}/api/events/`, {
      headers: { authorization: `Bearer ${other.session.access}` },
    });
    expect(listening.status).toBe(200);
    await teacher.call('DELETE', '/api/auth/sessions/', { json: right });
    expect(await listening.text()).toContain(': connected');
  });
});

describe('a change of password', () => {
  const change = (of: TestInstructor, current: string, next = 'another long password') =>
    of.post('/api/auth/password/', { current_password: current, new_password: next });

  test('ends the other sessions, and keeps the one in use and the key', async () => {
    const here = await application.register();
    const there = await signInAgain(here);
    expect((await change(here, TEST_PASSWORD)).status).toBe(204);
    (await list(there)).readProblem(401);
    (await refresh(there)).readProblem(401);
    (await list(here)).read(200, courseList);
    (await refresh(here)).read(200, refreshedTokens);
    const logIn = (password: string) =>
      application.post('/api/auth/login/', { email: here.session.email, password });
    (await logIn(TEST_PASSWORD)).readProblem(401);
    expect((await logIn('another long password')).read(200, session).api_key).toBe(here.session.api_key);
  });

  test('wants the current password, and one that is long enough', async () => {
    const teacher = await application.register();
    expect((await change(teacher, 'wrong password')).readProblem(400).errors?.[0]?.field).toBe(
      'current_password',
    );
    expect((await change(teacher, TEST_PASSWORD, 'short')).readProblem(400).detail).toBe(
      'Password must be at least 8 characters long.',
    );
    (await list(await signInAgain(teacher))).read(200, courseList);
  });

  test('of two at once, one takes place', async () => {
    const teacher = await application.register();
    const answers = await Promise.all(
      ['the first new one', 'the second new one'].map((next) => change(teacher, TEST_PASSWORD, next)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect([
      [204, 400],
      [204, 409],
    ]).toContainEqual(statuses);
  });

  test('a login on its way with the old password leaves no session behind', async () => {
    for (let round = 0; round < 3; round += 1) {
      const teacher = await application.register();
      const logIn = application.post('/api/auth/login/', {
        email: teacher.session.email,
        password: TEST_PASSWORD,
      });
      const [answer] = await Promise.all([logIn, change(teacher, TEST_PASSWORD)]);
      if (answer.status !== 200) continue;
      const late = new TestInstructor(application.origin, answer.read(200, session));
      await eventually('the session to end', async () =>
        (await list(late)).status === 401 ? true : undefined,
      );
    }
  });
});

test('a new API key takes the place of the old one at once', async () => {
  const teacher = await application.register();
  const withKey = (key: string) => application.call('GET', '/api/courses/', { headers: { 'api-key': key } });
  const old = teacher.session.api_key;
  (await withKey(old)).read(200, courseList);
  (await teacher.post('/api/auth/api-key/', { password: 'wrong password' })).readProblem(400);
  (await withKey(old)).read(200, courseList);
  const { api_key: next } = (await teacher.post('/api/auth/api-key/', right)).read(
    200,
    apiKeyAnswer.strict(),
  );
  expect(next).toMatch(/^lk_[\w-]{32}$/);
  (await withKey(old)).readProblem(401);
  (await withKey(next)).read(200, courseList);
  expect((await signInAgain(teacher)).session.api_key).toBe(next);
  (await list(teacher)).read(200, courseList);
});

test('guesses at the password are counted for all these calls together, and logins continue', async () => {
  const teacher = await application.register();
  const wrong = { password: 'wrong password' };
  const guesses = [
    () => teacher.post('/api/auth/api-key/', wrong),
    () => teacher.call('DELETE', '/api/auth/account/', { json: wrong }),
    () => teacher.call('DELETE', '/api/auth/sessions/', { json: wrong }),
    () =>
      teacher.post('/api/auth/password/', {
        current_password: 'wrong password',
        new_password: 'a new password',
      }),
    () => teacher.call('DELETE', `/api/auth/sessions/${randomUUID()}/`, { json: wrong }),
  ];
  for (const guess of [...guesses, ...guesses]) (await guess()).readProblem(400);
  const refused = await teacher.post('/api/auth/api-key/', right);
  expect(refused.readProblem(429).code).toBe('too_many_requests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await signInAgain(teacher);
});
