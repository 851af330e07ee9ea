import { expect, test } from 'vitest';
import { accountApiKeyList, apiKeyAnswer, newApiKey, session, SIGN_IN_KEY_ID } from '#contract/accounts.ts';
import { courseList } from '#contract/courses.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import type { Answer, TestInstructor } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();

const right = { password: TEST_PASSWORD };
const make = async (of: TestInstructor, details: object = {}) =>
  (await of.post('/api/auth/api-keys/', { name: 'Nightly import', ...right, ...details })).read(
    201,
    newApiKey,
  );
const listAll = async (of: TestInstructor) =>
  (await of.get('/api/auth/api-keys/')).read(200, accountApiKeyList);
const list = async (of: TestInstructor) => (await listAll(of)).filter(({ kind }) => kind === 'named');
const callWith = (apiKey: string): Promise<Answer> =>
  application.call('GET', '/api/courses/', { headers: { 'api-key': apiKey } });

test('a named key works until it is revoked, beside the one that login returns', async () => {
  const owner = await application.register();
  const [first, second] = [await make(owner), await make(owner, { name: 'Backup' })];
  for (const key of [first.api_key, second.api_key, owner.session.api_key]) {
    (await callWith(key)).read(200, courseList);
  }
  const [listed] = await list(owner);
  expect(listed).toMatchObject({ id: first.id, name: 'Nightly import', expires_at: null });
  expect(listed?.last_used_at).not.toBeNull();
  expect(JSON.stringify(await list(owner))).not.toContain(first.api_key);

  const revoke = (password: string) =>
    owner.call('DELETE', `/api/auth/api-keys/${first.id}/`, { json: { password } });
  (await revoke('not this one')).readProblem(400);
  expect((await revoke(TEST_PASSWORD)).status).toBe(204);
  (await callWith(first.api_key)).readProblem(401);
  (await callWith(second.api_key)).read(200, courseList);
  expect((await list(owner)).map(({ name }) => name)).toEqual(['Backup']);
});

test('the key of registration and login is listed and can be revoked', async () => {
  const owner = await application.register();
  await make(owner);
  const [signIn, named] = await listAll(owner);
  expect(signIn).toMatchObject({ id: SIGN_IN_KEY_ID, kind: 'sign_in', expires_at: null });
  expect(signIn?.created_at).not.toBeNull();
  expect(named?.kind).toBe('named');
  const revoke = (password: string) =>
    owner.call('DELETE', `/api/auth/api-keys/${SIGN_IN_KEY_ID}/`, { json: { password } });
  (await revoke('not this one')).readProblem(400);
  (await callWith(owner.session.api_key)).read(200, courseList);
  const { api_key: next } = (await revoke(TEST_PASSWORD)).read(200, apiKeyAnswer);
  (await callWith(owner.session.api_key)).readProblem(401);
  (await callWith(next)).read(200, courseList);
});

test('a key stops working when it expires, and cannot expire in the past', async () => {
  const owner = await application.register();
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const key = await make(owner, { expires_at: inAnHour });
  expect(key.expires_at).toBe(inAnHour);
  await application.dependencies.database
    .updateTable('api_keys')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', key.id)
    .execute();
  (await callWith(key.api_key)).readProblem(401);
  const past = await owner.post('/api/auth/api-keys/', {
    name: 'Old',
    ...right,
    expires_at: '2020-01-01T00:00:00Z',
  });
  expect(past.readProblem(400).errors?.[0]?.field).toBe('expires_at');
});

test('making a key requires the password, a name, and room for it', async () => {
  const owner = await application.register();
  const post = (json: object) => owner.post('/api/auth/api-keys/', json);
  (await post({ name: 'Key', password: 'not this one' })).readProblem(400);
  expect((await post({ name: ' ', ...right })).readProblem(400).detail).toBe('Enter a name for the key.');
  const stored = await application.dependencies.database.selectFrom('api_keys').selectAll().execute();
  expect(stored.filter(({ user_id: id }) => id === owner.id)).toEqual([]);
  await application.dependencies.database
    .insertInto('api_keys')
    .values(
      Array.from({ length: 20 }, (_, index) => ({
        id: crypto.randomUUID(),
        user_id: owner.id,
        name: `Key ${index}`,
        key_hash: Buffer.from(crypto.randomUUID()),
        expires_at: null,
      })),
    )
    .execute();
  expect((await post({ name: 'One too many', ...right })).readProblem(409).detail).toContain('Revoke one');
});

test('changing the password revokes every key when asked to, and returns the new sign-in key', async () => {
  const owner = await application.register();
  const named = await make(owner);
  const change = (from: string, to: string, more: object = {}) =>
    owner.post('/api/auth/password/', { current_password: from, new_password: to, ...more });
  expect((await change(TEST_PASSWORD, 'a second long password')).status).toBe(204);
  (await callWith(named.api_key)).read(200, courseList);
  (await callWith(owner.session.api_key)).read(200, courseList);

  const changed = await change('a second long password', TEST_PASSWORD, { revoke_api_keys: true });
  const { api_key: fresh } = changed.read(200, apiKeyAnswer);
  (await callWith(named.api_key)).readProblem(401);
  (await callWith(owner.session.api_key)).readProblem(401);
  (await callWith(fresh)).read(200, courseList);
  expect(await list(owner)).toEqual([]);
  const login = await application.post('/api/auth/login/', { email: owner.session.email, ...right });
  expect(login.read(200, session).api_key).toBe(fresh);
});
