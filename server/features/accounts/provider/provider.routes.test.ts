import { beforeEach, describe, expect, test } from 'vitest';
import { session } from '#contract/accounts.ts';
import { TestBrowser } from '#server/platform/sign-in/testing/test-browser.ts';
import { useProvider } from '#server/platform/sign-in/testing/use-provider.ts';
import { newEmail, TEST_PASSWORD } from '#server/testing/test-application.ts';
import type { Answer } from '#server/testing/test-instructor.ts';

const TAB = 'a-tab-of-a-browser';

const { provider, application } = await useProvider({
  variables: { OIDC_ALLOWED_DOMAINS: 'example.test' },
});
// The first account is the administrator.
await application.register();
beforeEach(async () => {
  provider.fault = undefined;
  await setRegistration('open');
});

const newPerson = (more: object = {}) => {
  const email = newEmail();
  return { sub: `sub-${email}`, email, email_verified: true, name: 'Ada Lovelace', ...more };
};
const isLogin = ({ origin, pathname }: URL): boolean =>
  origin === application.origin && pathname === '/login';
const fragmentOf = ({ hash }: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(hash.slice(1)));
const begin = (browser: TestBrowser, tab = TAB): Promise<URL> =>
  browser.follow(`${application.origin}/api/auth/oidc/start/?tab=${tab}`, isLogin);
const signIn = async (): Promise<Record<string, string>> => fragmentOf(await begin(new TestBrowser()));
const redeem = (token = '', tab = TAB): Promise<Answer> =>
  application.post('/api/auth/oidc/session/', { token, tab });
const setRegistration = (mode: 'open' | 'invite' | 'closed') =>
  application.dependencies.database
    .insertInto('installation')
    .values({ secret_fingerprint: null, registration_mode: mode })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ registration_mode: mode }))
    .execute();
const entriesOf = (userId: number) =>
  application.dependencies.database
    .selectFrom('audit_log')
    .select(['action', 'outcome', 'details'])
    .where('subject_id', '=', String(userId))
    .orderBy('id')
    .execute();
const lastFailure = () =>
  application.dependencies.database
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('outcome', '=', 'failed')
    .orderBy('id', 'desc')
    .executeTakeFirst();

test('the first sign-in creates an account, and the next one opens the same', async () => {
  provider.person = newPerson();
  const made = (await redeem((await signIn())['sign-in'])).read(200, session.strict());
  expect(made).toMatchObject({
    email: provider.person.email,
    user: { name: 'Ada Lovelace', is_staff: false },
  });
  const headers = { authorization: `Bearer ${made.access}` };
  expect((await application.call('GET', '/api/courses/', { headers })).status).toBe(200);
  expect(
    (await application.call('GET', '/api/courses/', { headers: { 'api-key': made.api_key } })).status,
  ).toBe(200);

  // The provider's account counts, not the address that it has today.
  provider.person = { ...provider.person, email: newEmail() };
  const again = (await redeem((await signIn())['sign-in'])).read(200, session);
  expect(again.user_id).toBe(made.user_id);
  expect(await entriesOf(made.user_id)).toMatchObject([
    { action: 'registration', details: { method: 'provider' } },
    { action: 'sign_in', details: { method: 'provider' } },
    { action: 'sign_in', details: { method: 'provider' } },
  ]);
});

test('an account without a password is opened by none, and says how to set one', async () => {
  provider.person = newPerson();
  const made = (await redeem((await signIn())['sign-in'])).read(200, session);
  const logIn = await application.post('/api/auth/login/', { email: made.email, password: TEST_PASSWORD });
  expect(logIn.readProblem(401).code).toBe('invalid_credentials');
  const headers = { authorization: `Bearer ${made.access}` };
  const refused = await application.call('POST', '/api/auth/api-key/', { headers, json: { password: 'x' } });
  expect(refused.readProblem(400).detail).toContain('Your account has no password');
});

describe('the token of a sign-in', () => {
  test('works once', async () => {
    provider.person = newPerson();
    const { 'sign-in': token } = await signIn();
    (await redeem(token)).read(200, session);
    expect((await redeem(token)).readProblem(401).code).toBe('token_invalid');
  });

  test('is worth nothing on a page that did not begin it', async () => {
    provider.person = newPerson();
    const { 'sign-in': token } = await signIn();
    expect((await redeem(token, 'a-tab-of-someone-else')).readProblem(401).code).toBe('token_invalid');
    (await redeem(token)).read(200, session);
  });

  test('expires within a minute', async () => {
    provider.person = newPerson();
    const { 'sign-in': token } = await signIn();
    await application.dependencies.database
      .updateTable('sign_in_tickets')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await redeem(token)).readProblem(401).code).toBe('token_invalid');
  });
});

describe('an account with the same email address', () => {
  const link = (token: string | undefined, password: string, tab = TAB): Promise<Answer> =>
    application.post('/api/auth/oidc/link/', { token, tab, password });

  test('is linked with its password, and opened by the provider from then on', async () => {
    const local = await application.register();
    provider.person = newPerson({ email: local.session.email });
    const { link: token, email } = await signIn();
    expect(email).toBe(local.session.email);
    expect((await link(token, 'not the password')).readProblem(401).code).toBe('invalid_credentials');
    expect((await link(token, TEST_PASSWORD, 'a-tab-of-someone-else')).readProblem(401).code).toBe(
      'token_invalid',
    );
    expect((await link(token, TEST_PASSWORD)).read(200, session).user_id).toBe(local.id);
    expect((await link(token, TEST_PASSWORD)).readProblem(401).code).toBe('token_invalid');
    expect((await redeem((await signIn())['sign-in'])).read(200, session).user_id).toBe(local.id);
    const actions = (await entriesOf(local.id)).map(({ action, outcome }) => `${action} ${outcome}`);
    expect(actions).toEqual([
      'registration succeeded',
      'sign_in failed',
      'address_verified succeeded',
      'identity_linked succeeded',
      'sign_in succeeded',
      'sign_in succeeded',
    ]);
  });

  test('is not offered while the provider has not verified the address', async () => {
    const local = await application.register();
    const { email } = local.session;
    for (const unverified of [
      { email, email_verified: false },
      { email, email_verified: undefined },
    ]) {
      provider.person = { ...newPerson(), ...unverified } as typeof provider.person;
      expect(await signIn()).toEqual({ 'sign-in-error': 'email_not_verified' });
    }
  });

  test('is not opened by the token that asks for its password', async () => {
    const local = await application.register();
    provider.person = newPerson({ email: local.session.email });
    const { link: token } = await signIn();
    expect((await redeem(token)).readProblem(401).code).toBe('token_invalid');
  });
});

describe('a sign-in is refused', () => {
  const expectError = async (error: string): Promise<void> => {
    expect(await signIn()).toEqual({ 'sign-in-error': error });
    expect(await lastFailure()).toMatchObject({
      action: 'sign_in',
      details: { method: 'provider', reason: error },
    });
  };

  test('from another domain', async () => {
    provider.person = newPerson({ email: 'ada@elsewhere.test' });
    await expectError('domain_not_allowed');
  });

  test('without an email address', async () => {
    provider.person = { sub: 'nameless' };
    await expectError('email_missing');
  });

  test('of someone new while registration is closed or by invitation', async () => {
    provider.person = newPerson();
    for (const mode of ['closed', 'invite'] as const) {
      await setRegistration(mode);
      await expectError('registration_closed');
    }
    await setRegistration('open');
    const { 'sign-in': token } = await signIn();
    await setRegistration('closed');
    (await redeem(token)).read(200, session);
    // Existing accounts can still sign in.
    (await redeem((await signIn())['sign-in'])).read(200, session);
  });

  test('of a disabled account, also between the provider and the page', async () => {
    provider.person = newPerson();
    const { user_id: id } = (await redeem((await signIn())['sign-in'])).read(200, session);
    const { 'sign-in': token } = await signIn();
    await application.dependencies.database
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', id)
      .execute();
    await expectError('account_inactive');
    expect((await redeem(token)).readProblem(403).code).toBe('account_inactive');
  });

  test('that was cancelled at the provider', async () => {
    provider.person = null;
    await expectError('cancelled');
  });

  test('that returns to a browser that did not begin it, or a second time', async () => {
    provider.person = newPerson();
    const isCallback = ({ pathname }: URL): boolean => pathname === '/api/auth/oidc/callback/';
    const browser = new TestBrowser();
    const callback = await browser.follow(
      `${application.origin}/api/auth/oidc/start/?tab=${TAB}`,
      isCallback,
    );
    const other = await new TestBrowser().follow(callback.href, isLogin);
    expect(fragmentOf(other)).toEqual({ 'sign-in-error': 'expired' });
    const tampered = new URL(callback);
    tampered.searchParams.set('state', 'another');
    const forged = new TestBrowser();
    await forged.follow(`${application.origin}/api/auth/oidc/start/?tab=${TAB}`, isCallback);
    expect(fragmentOf(await forged.follow(tampered.href, isLogin))).toEqual({
      'sign-in-error': 'provider_refused',
    });
    expect(fragmentOf(await browser.follow(callback.href, isLogin))).toHaveProperty('sign-in');
    expect(fragmentOf(await browser.follow(callback.href, isLogin))).toEqual({ 'sign-in-error': 'expired' });
  });
});

test('a provider that is down keeps no one from signing in with a password', async () => {
  const { email } = (await application.register()).session;
  provider.person = newPerson();
  const second = await application.startAnother();
  try {
    for (const fault of [0, 500]) {
      provider.fault = fault;
      const end = await new TestBrowser().follow(
        `${second.origin}/api/auth/oidc/start/?tab=${TAB}`,
        ({ pathname }) => pathname === '/login',
      );
      expect(fragmentOf(end)).toEqual({ 'sign-in-error': 'provider_unreachable' });
    }
    // Discovery is remembered; then the exchange of the code fails.
    provider.fault = undefined;
    const browser = new TestBrowser();
    const callback = await browser.follow(
      `${application.origin}/api/auth/oidc/start/?tab=${TAB}`,
      ({ pathname }) => pathname === '/api/auth/oidc/callback/',
    );
    provider.fault = 0;
    expect(fragmentOf(await browser.follow(callback.href, isLogin))).toEqual({
      'sign-in-error': 'provider_unreachable',
    });
    (await application.post('/api/auth/login/', { email, password: TEST_PASSWORD })).read(200, session);
  } finally {
    await second.close();
  }
});

test('the address that the browser is led to names no secret, and the cookie is sealed', async () => {
  const start = await application.call('GET', `/api/auth/oidc/start/?tab=${TAB}`);
  const address = new URL(start.headers.get('location') ?? '');
  expect(address.origin).toBe(provider.issuer);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email profile',
    redirect_uri: `${application.origin}/api/auth/oidc/callback/`,
  });
  expect(address.searchParams.get('state')).toMatch(/^.{43}$/);
  expect(address.searchParams.get('nonce')).toMatch(/^.{43}$/);
  const [cookie = ''] = start.headers.getSetCookie();
  expect(cookie).toMatch(
    /^lectern-sign-in=[\w-]+; Path=\/api\/auth\/oidc\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(TAB);
});
