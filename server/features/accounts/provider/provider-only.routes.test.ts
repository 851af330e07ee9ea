import { expect, test } from 'vitest';
import { session } from '#contract/accounts.ts';
import { readConfig } from '#server/config.ts';
import { TestBrowser } from '#server/platform/sign-in/testing/test-browser.ts';
import { useProvider } from '#server/platform/sign-in/testing/use-provider.ts';
import { newEmail, TEST_PASSWORD } from '#server/testing/test-application.ts';
import type { Answer } from '#server/testing/test-instructor.ts';
import { createSignInLink } from '../account-links.ts';

const TAB = 'a-tab-of-a-browser';

const { provider, application } = await useProvider({ variables: { OIDC_ACCOUNTS: 'only' } });

async function returnFromProvider(origin = application.origin): Promise<Record<string, string>> {
  const isLogin = (url: URL): boolean => url.origin === origin && url.pathname === '/login';
  const { hash } = await new TestBrowser().follow(`${origin}/api/auth/oidc/start/?tab=${TAB}`, isLogin);
  return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}
const redeem = (token = ''): Promise<Answer> =>
  application.post('/api/auth/oidc/session/', { token, tab: TAB });
const signInAs = async (email: string) => {
  provider.person = { sub: `sub-${email}`, email, email_verified: true, name: 'Ada Lovelace' };
  return (await redeem((await returnFromProvider())['sign-in'])).read(200, session);
};
const close = (mode: 'open' | 'closed') =>
  application.dependencies.database.updateTable('installation').set({ registration_mode: mode }).execute();

test('refuses passwords, registration and password resets', async () => {
  const email = newEmail();
  const password = { password: TEST_PASSWORD, password2: TEST_PASSWORD };
  for (const [path, json] of [
    ['/api/auth/login/', { email, password: TEST_PASSWORD }],
    ['/api/auth/register/', { username: email, email, ...password }],
    ['/api/auth/registration/link/', { email }],
    ['/api/password-reset/request/', { email }],
    ['/api/password-reset/confirm/', { token: 'x', ...password }],
  ] as const) {
    const { code, detail } = (await application.post(path, json)).readProblem(403);
    expect([path, code, detail]).toEqual([path, 'not_allowed', expect.stringContaining('no passwords')]);
  }
});

test('creates an account at the first sign-in, even while registration is closed', async () => {
  await close('closed');
  const email = newEmail();
  const made = await signInAs(email);
  expect(made.email).toBe(email);
  expect((await signInAs(email)).user_id).toBe(made.user_id);
  await close('open');
});

test('accepts a sign-in within the last 15 minutes instead of a password', async () => {
  const { access, user_id: id } = await signInAs(newEmail());
  const replaceKey = (): Promise<Answer> =>
    application.call('POST', '/api/auth/api-key/', {
      headers: { authorization: `Bearer ${access}` },
      json: { password: 'not looked at' },
    });
  expect((await replaceKey()).status).toBe(200);
  await application.dependencies.database
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 16 * 60_000) as never })
    .where('user_id', '=', id)
    .execute();
  expect((await replaceKey()).readProblem(400).detail).toContain(
    'Sign out, sign in with your institution again',
  );
});

test('a link from the command line signs in once while the provider is down', async () => {
  const { user_id: id } = await signInAs(newEmail());
  provider.fault = 0;
  try {
    const { url } = await createSignInLink(
      application.dependencies,
      { userId: null },
      id,
      application.origin,
    );
    expect(url).toContain(`${application.origin}/login#sign-in=`);
    const token = new URLSearchParams(new URL(url).hash.slice(1)).get('sign-in') ?? '';
    const opened = (await redeem(token)).read(200, session);
    expect(opened.user_id).toBe(id);
    expect((await redeem(token)).readProblem(401).code).toBe('token_invalid');
    const headers = { authorization: `Bearer ${opened.access}` };
    expect((await application.call('GET', '/api/courses/', { headers })).status).toBe(200);
  } finally {
    provider.fault = undefined;
  }
});

test('connects an existing account after its owner enters the password', async () => {
  const before = await application.startAnother({ hasLocalAccounts: true });
  const email = newEmail();
  const password = { password: TEST_PASSWORD, password2: TEST_PASSWORD };
  const local = await fetch(`${before.origin}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, email, ...password }),
  });
  await before.close();
  const { user_id: id } = session.parse(await local.json());
  provider.person = { sub: `sub-${email}`, email, email_verified: true };
  const { link: token } = await returnFromProvider();
  const linked = await application.post('/api/auth/oidc/link/', { token, tab: TAB, password: TEST_PASSWORD });
  expect(linked.read(200, session).user_id).toBe(id);
  expect((await signInAs(email)).user_id).toBe(id);
});

test('OIDC_ACCOUNTS requires a provider', () => {
  expect(() => readConfig({ OIDC_ACCOUNTS: 'only' })).toThrow('OIDC_ISSUER: must be set with OIDC_ACCOUNTS');
});

test('OIDC_ACCOUNTS=create creates accounts in every registration mode, next to local ones', () => {
  const { signInProvider, hasLocalAccounts } = readConfig({ ...provider.variables, OIDC_ACCOUNTS: 'create' });
  expect([signInProvider?.alwaysCreatesAccounts, hasLocalAccounts]).toEqual([true, true]);
});
