import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { refreshedTokens, session, type Session } from '#contract/accounts.ts';
import { courseList } from '#contract/courses.ts';
import type { Problem } from '#contract/problem.ts';
import { newEmail, TEST_PASSWORD } from '#server/testing/test-application.ts';
import type { Answer } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();
// The first account of an installation is its administrator; the others are not.
await application.register();

const register = (json: unknown): Promise<Answer> => application.post('/api/auth/register/', json);
const logIn = (email: string, password = TEST_PASSWORD): Promise<Answer> =>
  application.post('/api/auth/login/', { email, password });
const refresh = (token: unknown): Promise<Answer> =>
  application.post('/api/auth/refresh/', { refresh: token });
const listCourses = (headers: Record<string, string>): Promise<Answer> =>
  application.call('GET', '/api/courses/', { headers });
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

async function newSession(): Promise<Session> {
  return (await application.register()).session;
}

/** Pretends that the token was exchanged so long ago. */
async function spendEarlier(family: Session, seconds: number): Promise<void> {
  await application.dependencies.database
    .updateTable('refresh_tokens')
    .set({ spent_at: new Date(Date.now() - seconds * 1000) })
    .where('user_id', '=', family.user_id)
    .where('spent_at', 'is not', null)
    .execute();
}

test('registration signs in and takes the name from the part before the @', async () => {
  const email = `Ada.${newEmail()}`.replace('example', 'Example');
  const json = { username: email, email, password: TEST_PASSWORD, password2: TEST_PASSWORD };
  const made = (await register(json)).read(201, session.strict());
  const lower = email.toLowerCase();
  expect(made).toMatchObject({ email: lower, username: lower, department: '' });
  expect(made.user).toEqual({
    id: made.user_id,
    email: lower,
    name: lower.slice(0, lower.indexOf('@')),
    department: '',
    is_active: true,
    is_staff: false,
  });
  expect(made.instructor_id).toBe(made.user_id);
  expect(made.api_key).toMatch(/^lk_[\w-]{32}$/);
  (await listCourses(bearer(made.access))).read(200, courseList);
  const taken = (await register({ ...json, email: email.toUpperCase() })).readProblem(400);
  expect(taken).toMatchObject({
    detail: 'An account with this email exists already.',
    email: ['An account with this email exists already.'],
  });
});

test('a name and a department that are given are kept', async () => {
  const json = { email: newEmail(), password: TEST_PASSWORD, password2: TEST_PASSWORD };
  const answer = await register({ ...json, name: ' Ada Lovelace ', department: 'Analysis' });
  expect(answer.read(201, session).user).toMatchObject({ name: 'Ada Lovelace', department: 'Analysis' });
});

describe('rejects an invalid registration with the fixed texts', () => {
  const good = { email: 'new@example.test', password: TEST_PASSWORD, password2: TEST_PASSWORD };
  const fill = 'Please fill in all fields.';
  const short = 'Password must be at least 8 characters long.';
  const differ = 'Passwords do not match.';
  test.each<[string, unknown, Partial<Problem>]>([
    ['nothing', {}, { detail: fill, email: [fill], password: [fill], password2: [fill] }],
    [
      'an empty password',
      { ...good, password: '' },
      { detail: fill, password: [fill, short], password2: [differ] },
    ],
    ['no second password', { ...good, password2: '' }, { detail: fill, password2: [fill] }],
    ['different passwords', { ...good, password2: 'other words' }, { detail: differ, password2: [differ] }],
    [
      'a short password',
      { ...good, password: 'short', password2: 'short' },
      { detail: short, password: [short] },
    ],
    ['no email', { ...good, email: 'nobody' }, { detail: 'Enter a valid email address.' }],
    ['a NUL', { ...good, email: 'a\u0000@example.test' }, { detail: 'Enter a valid email address.' }],
    ['text that is a number', { ...good, password: 12345678 }, { detail: fill, password: [fill] }],
  ])('%s', async (_name, json, expected) => {
    const problem = (await register(json)).readProblem(400);
    expect(problem).toMatchObject({ code: 'validation_failed', ...expected });
    expect(problem.errors?.[0]?.message).toBe(problem.detail);
  });

  test('a body that is not an object names no field', async () => {
    for (const path of ['register', 'login', 'refresh']) {
      const empty = await application.call('POST', `/api/auth/${path}/`);
      for (const answer of [empty, await application.post(`/api/auth/${path}/`, [])]) {
        expect(answer.readProblem(400).non_field_errors).toEqual(['Send a JSON object.']);
      }
    }
  });
});

test('a password may be of any characters and long, and counts to the last of them as it was typed', async () => {
  for (const password of [
    'only letters',
    '836495720',
    `  Pässwörd 🙂 ${'long '.repeat(40)}`,
    'x'.repeat(1024),
  ]) {
    const email = newEmail();
    (await register({ email, password, password2: password })).read(201, session);
    (await logIn(email, password)).read(200, session);
    for (const other of [password.slice(0, -1), password.toUpperCase(), `${password.slice(0, -1)}~`]) {
      if (other !== password) (await logIn(email, other)).readProblem(401);
    }
    if (password.trim() !== password) (await logIn(email, password.trim())).readProblem(401);
  }
});

test('refuses a common password at its field', async () => {
  const email = newEmail();
  const detail = 'Choose a password that is not your email address or the name Lectern.';
  for (const password of [email.toUpperCase(), email.replace(/@.*/, ''), 'Lectern2026!']) {
    const problem = (await register({ email, password, password2: password })).readProblem(400);
    expect(problem).toMatchObject({ code: 'validation_failed', detail, password: [detail] });
  }
  const made = await newSession();
  const change = (password: string) =>
    application.call('POST', '/api/auth/password/', {
      json: { current_password: TEST_PASSWORD, new_password: password },
      headers: bearer(made.access),
    });
  const refused = (await change(made.email)).readProblem(400);
  expect(refused.errors).toMatchObject([{ field: 'new_password', message: detail }]);
  (await logIn(made.email)).read(200, session);
});

test('ignores privileges that a registration claims', async () => {
  const json = { email: newEmail(), password: TEST_PASSWORD, password2: TEST_PASSWORD };
  const more = { is_staff: true, is_active: false, id: 1, user_id: 1, instructor_id: 1, api_key: 'lk_mine' };
  const made = (await register({ ...json, ...more })).read(201, session.strict());
  expect(made.user).toMatchObject({ is_staff: false, is_active: true });
  expect(made.user_id).not.toBe(1);
  expect(made.instructor_id).toBe(made.user_id);
  expect(made.api_key).not.toBe('lk_mine');
});

test('login returns the key of the registration each time, which the database does not hold in clear', async () => {
  const made = await newSession();
  const first = (await logIn(made.email)).read(200, session.strict());
  const second = (await logIn(` ${made.email.toUpperCase()} `)).read(200, session);
  expect([first.api_key, second.api_key]).toEqual([made.api_key, made.api_key]);
  expect(first.user).toEqual(made.user);
  const row = await application.dependencies.database
    .selectFrom('users')
    .selectAll()
    .where('id', '=', made.user_id)
    .executeTakeFirstOrThrow();
  expect(row.api_key_encrypted.includes(made.api_key)).toBe(false);
  expect(JSON.stringify(row)).not.toContain(made.api_key);
  expect(row.password_hash).toMatch(/^\$argon2id\$/);
  const tokens = await application.dependencies.database
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('user_id', '=', made.user_id)
    .execute();
  expect(tokens).toHaveLength(3);
  expect(JSON.stringify(tokens)).not.toContain(made.refresh);
});

test('a wrong password and an unknown email cannot be told apart', async () => {
  const { email } = await newSession();
  const wrong = (await logIn(email, 'wrong password')).readProblem(401);
  const unknown = (await logIn(newEmail(), 'wrong password')).readProblem(401);
  expect(wrong.detail).toBe('Invalid credentials. Please check your email and password.');
  expect({ ...wrong, request_id: '' }).toEqual({ ...unknown, request_id: '' });
});

test.each([
  ['a NUL in the email', { email: 'a\u0000@example.test', password: 'whatever' }, 400],
  ['a very long email', { email: `${'a'.repeat(240)}@example.test`, password: 'whatever' }, 401],
  ['an email beyond all measure', { email: 'a'.repeat(255), password: 'whatever' }, 400],
  ['a password beyond all measure', { email: 'a@example.test', password: 'a'.repeat(1025) }, 400],
  ['no password', { email: 'a@example.test', password: '' }, 400],
])('login with %s is refused plainly', async (_name, json, status) => {
  const problem = (await application.post('/api/auth/login/', json)).readProblem(status);
  expect(problem.detail).not.toMatch(/expected|received/i);
});

test('an API key alone is enough for a script; the placeholder counts as none', async () => {
  const { api_key: key, access } = await newSession();
  (await listCourses({ 'api-key': key })).read(200, courseList);
  const none = (await listCourses({ 'api-key': 'placeholder-api-key' })).readProblem(401);
  expect(none.code).toBe('not_authenticated');
  (await listCourses({ 'api-key': `${key.slice(0, -1)}~` })).readProblem(401);
  (await listCourses({ 'api-key': 'placeholder-api-key', ...bearer(access) })).read(200, courseList);
});

describe('refreshing', () => {
  test('gives new tokens, and the new ones work', async () => {
    const made = await newSession();
    const next = (await refresh(made.refresh)).read(200, refreshedTokens.strict());
    expect(next.refresh).not.toBe(made.refresh);
    (await listCourses(bearer(next.access))).read(200, courseList);
    (await refresh(next.refresh)).read(200, refreshedTokens);
  });

  test('two tabs at once stay signed in', async () => {
    const made = await newSession();
    const [one, two] = await Promise.all([refresh(made.refresh), refresh(made.refresh)]);
    const tokens = [one.read(200, refreshedTokens), two.read(200, refreshedTokens)];
    expect(tokens[0]?.refresh).not.toBe(tokens[1]?.refresh);
    for (const { refresh: token } of tokens) (await refresh(token)).read(200, refreshedTokens);
  });

  test('a token that was spent a while ago ends its whole family, and only that', async () => {
    const made = await newSession();
    const elsewhere = (await logIn(made.email)).read(200, session);
    const next = (await refresh(made.refresh)).read(200, refreshedTokens);
    await spendEarlier(made, 9);
    const again = (await refresh(made.refresh)).read(200, refreshedTokens);
    await spendEarlier(made, 11);
    expect((await refresh(made.refresh)).readProblem(401).code).toBe('token_invalid');
    (await refresh(next.refresh)).readProblem(401);
    (await refresh(again.refresh)).readProblem(401);
    (await refresh(elsewhere.refresh)).read(200, refreshedTokens);
  });

  test('lasts half a year after signing in, however often it is renewed', async () => {
    const made = await newSession();
    const beganDaysAgo = (days: number) =>
      sql`update sessions set created_at = ${new Date(Date.now() - days * 24 * 3600 * 1000)}
        where user_id = ${made.user_id}`.execute(application.dependencies.database);
    const daysLeft = async () => {
      const row = await application.dependencies.database
        .selectFrom('refresh_tokens')
        .select('expires_at')
        .where('user_id', '=', made.user_id)
        .where('spent_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Math.round((row.expires_at.getTime() - Date.now()) / (24 * 3600 * 1000));
    };
    await beganDaysAgo(100);
    const second = (await refresh(made.refresh)).read(200, refreshedTokens);
    expect(await daysLeft()).toBe(30);
    await beganDaysAgo(173);
    const third = (await refresh(second.refresh)).read(200, refreshedTokens);
    expect(await daysLeft()).toBe(7);
    await beganDaysAgo(181);
    (await refresh(third.refresh)).readProblem(401);
  });

  test('an expired, unknown or missing token is refused', async () => {
    const made = await newSession();
    await application.dependencies.database
      .updateTable('refresh_tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', made.user_id)
      .execute();
    (await refresh(made.refresh)).readProblem(401);
    (await refresh('nonsense')).readProblem(401);
    expect((await refresh('')).readProblem(400).detail).toBe('The refresh token is missing.');
    expect((await application.post('/api/auth/refresh/')).readProblem(400).detail).toBe(
      'The refresh token is missing.',
    );
  });
});

test('a deactivated account can do nothing, and learns why once the password is right', async () => {
  const made = await newSession();
  await application.dependencies.database
    .updateTable('users')
    .set({ is_active: false })
    .where('id', '=', made.user_id)
    .execute();
  expect((await logIn(made.email)).readProblem(403)).toMatchObject({
    code: 'account_inactive',
    detail: 'This account is disabled. Nothing in it was deleted; ask an administrator to enable it again.',
  });
  (await logIn(made.email, 'wrong password')).readProblem(401);
  (await refresh(made.refresh)).readProblem(401);
  (await listCourses(bearer(made.access))).readProblem(401);
  (await listCourses({ 'api-key': made.api_key })).readProblem(401);
});
