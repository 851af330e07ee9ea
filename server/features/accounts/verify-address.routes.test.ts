import { beforeEach, expect, test } from 'vitest';
import {
  account,
  newApiKey,
  passwordResetDone,
  session,
  type PasswordResetDone,
} from '#contract/accounts.ts';
import { resetLink } from '#contract/administration.ts';
import { TestBrowser } from '#server/platform/sign-in/testing/test-browser.ts';
import { useProvider } from '#server/platform/sign-in/testing/use-provider.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';

const CHOSEN = 'a freshly chosen password';
const TAB = 'a-tab-of-a-browser';
const password = { password: TEST_PASSWORD };

const { provider, application } = await useProvider();
const administrator = await application.register();
beforeEach(() => {
  provider.fault = undefined;
});

const statusWith = async (headers: Record<string, string>): Promise<number> =>
  (await application.call('GET', '/api/courses/', { headers })).status;
const createKey = async (of: TestInstructor): Promise<string> =>
  (await of.post('/api/auth/api-keys/', { name: 'Script', ...password })).read(201, newApiKey).api_key;

async function resetByAdministrator(id: number, more: object = {}): Promise<PasswordResetDone> {
  const made = await administrator.post(`/api/admin/accounts/${id}/reset-link/`, password);
  const token = new URL(made.read(201, resetLink).url).hash.replace('#token=', '');
  const json = { token, password: CHOSEN, password2: CHOSEN, ...more };
  return (await application.post('/api/password-reset/confirm/', json)).read(200, passwordResetDone);
}

async function connectIdentity(userId: number, subject: string): Promise<void> {
  await application.dependencies.database
    .insertInto('external_identities')
    .values({ issuer: provider.issuer, subject, user_id: userId })
    .execute();
}

async function followProvider(): Promise<URLSearchParams> {
  const start = `${application.origin}/api/auth/oidc/start/?tab=${TAB}`;
  const end = await new TestBrowser().follow(start, ({ pathname }) => pathname === '/login');
  return new URLSearchParams(end.hash.slice(1));
}

test('someone who registered another’s address keeps nothing once its owner takes the account back', async () => {
  const stranger = await application.register();
  const named = await createKey(stranger);
  await connectIdentity(stranger.id, `sub-of-stranger-${stranger.id}`);
  await application.dependencies.database
    .insertInto('second_factors')
    .values({
      user_id: stranger.id,
      secret_encrypted: Buffer.from('x'),
      pending_secret_encrypted: null,
      enabled_at: new Date(),
    })
    .execute();
  provider.person = {
    ...provider.person,
    sub: `sub-of-stranger-${stranger.id}`,
    email: 'other@example.test',
  };
  const pending = (await followProvider()).get('sign-in');

  // Even if asked to keep the keys.
  expect(await resetByAdministrator(stranger.id, { keep_api_keys: true })).toEqual({
    verified_now: true,
    ended: { sessions: 1, api_keys: 2, second_factor: true, identities: 1 },
  });
  for (const key of [stranger.session.api_key, named]) expect(await statusWith({ 'api-key': key })).toBe(401);
  expect(await statusWith({ authorization: `Bearer ${stranger.session.access}` })).toBe(401);
  const { refresh, email } = stranger.session;
  (await application.post('/api/auth/refresh/', { refresh })).readProblem(401);
  (await application.post('/api/auth/oidc/session/', { token: pending, tab: TAB })).readProblem(401);
  const owner = (await application.post('/api/auth/login/', { email, password: CHOSEN })).read(200, session);
  expect(owner.api_key).not.toBe(stranger.session.api_key);
  const read = await application.call('GET', '/api/auth/account/', {
    headers: { authorization: `Bearer ${owner.access}` },
  });
  expect(read.read(200, account).email_verified_at).not.toBeNull();
});

test('a later reset revokes the keys unless asked to keep them, and nothing else', async () => {
  const owner = await application.register();
  await resetByAdministrator(owner.id);
  const logIn = async (): Promise<string> =>
    (await application.post('/api/auth/login/', { email: owner.session.email, password: CHOSEN })).read(
      200,
      session,
    ).api_key;
  const key = await logIn();
  await connectIdentity(owner.id, `sub-of-owner-${owner.id}`);
  const nothingMore = { second_factor: false, identities: 0 };
  expect(await resetByAdministrator(owner.id, { keep_api_keys: true })).toEqual({
    verified_now: false,
    ended: { sessions: 1, api_keys: 0, ...nothingMore },
  });
  expect(await statusWith({ 'api-key': key })).toBe(200);
  expect(await resetByAdministrator(owner.id)).toEqual({
    verified_now: false,
    ended: { sessions: 0, api_keys: 1, ...nothingMore },
  });
  expect(await statusWith({ 'api-key': key })).toBe(401);
});

test('signing in with a provider that verified the address ends what was before, once', async () => {
  const stranger = await application.register();
  const named = await createKey(stranger);
  await connectIdentity(stranger.id, `sub-of-stranger-${stranger.id}`);
  const { email } = stranger.session;
  provider.person = { ...provider.person, sub: `sub-${email}`, email, email_verified: true };
  const linked = await application.post('/api/auth/oidc/link/', {
    token: (await followProvider()).get('link'),
    tab: TAB,
    ...password,
  });
  const opened = linked.read(200, session);
  expect(opened.ended_by_verification).toEqual({
    sessions: 1,
    api_keys: 2,
    second_factor: false,
    identities: 1,
  });
  for (const key of [stranger.session.api_key, named]) expect(await statusWith({ 'api-key': key })).toBe(401);
  expect(await statusWith({ 'api-key': opened.api_key })).toBe(200);
  const again = await application.post('/api/auth/oidc/session/', {
    token: (await followProvider()).get('sign-in'),
    tab: TAB,
  });
  expect(again.read(200, session).ended_by_verification).toBeUndefined();
  expect(await statusWith({ 'api-key': opened.api_key })).toBe(200);
});

test('a connected identity verifies only the address that the provider has verified', async () => {
  const owner = await application.register();
  const { email, api_key: key } = owner.session;
  const sub = `sub-${owner.id}`;
  await connectIdentity(owner.id, sub);
  const signIn = async (claims: object) => {
    provider.person = { ...provider.person, sub, email, email_verified: true, ...claims };
    const token = (await followProvider()).get('sign-in');
    return (await application.post('/api/auth/oidc/session/', { token, tab: TAB })).read(200, session);
  };
  for (const claims of [{ email: 'another@example.test' }, { email_verified: false }]) {
    expect((await signIn(claims)).ended_by_verification).toBeUndefined();
    expect(await statusWith({ 'api-key': key })).toBe(200);
  }
  // The identity that proves it stays.
  expect((await signIn({})).ended_by_verification).toMatchObject({ api_keys: 1, identities: 0 });
  expect(await statusWith({ 'api-key': key })).toBe(401);
  await signIn({});
});
