import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session, type Session } from '#contract/accounts.ts';
import { startTestProvider, type TestProvider } from '#server/platform/sign-in/testing/test-provider.ts';
import { startLectern, type LecternProcess } from '../lectern-process.ts';
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { openBrowser, signIn, type Visitor } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { fillLogin, titleOf } from './screen-steps.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

/* Sign-in with an institution's provider and with a second factor, on a separate Lectern that has both. */
const PASSWORD = 'correct horse battery';
let lectern: LecternProcess;
let provider: TestProvider;
const directory = await useDirectory();
let administrator: Session;

beforeAll(async () => {
  provider = await startTestProvider();
  lectern = await startLectern({
    dataDirectory: directory,
    environment: { ...provider.variables, OIDC_NAME: 'Example University' },
  });
  provider.allow(`${lectern.origin}/api/auth/oidc/callback/`);
  administrator = await makeAccount();
}, 120_000);
afterAll(async () => {
  await lectern.stop();
  await provider.close();
});

async function call(path: string, json: object, of?: Session, method = 'POST'): Promise<unknown> {
  const response = await fetch(`${lectern.origin}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(of === undefined ? {} : { authorization: `Bearer ${of.access}` }),
    },
    body: JSON.stringify(json),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

let accounts = 0;
async function makeAccount(): Promise<Session> {
  accounts += 1;
  const email = `ada-${accounts}@example.org`;
  return session.parse(await call('/api/auth/register/', { email, password: PASSWORD, password2: PASSWORD }));
}

const visit = (options: Parameters<typeof openBrowser>[0] = {}): Promise<Visitor> =>
  openBrowser({ baseURL: lectern.origin, ...options });

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, { email, password: PASSWORD });
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Waits for the next time step if the current code was already used. */
function codeOf(secret: string, stepsLater = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + stepsLater * 30_000 });
}

async function readSecret(page: Page): Promise<string> {
  await page.getByRole('img', { name: /^QR code/u }).waitFor();
  const key = await page.locator('code').first().innerText();
  return key.replaceAll(' ', '');
}

test('signs in with the institution and leaves nothing in the address', async () => {
  provider.person = { sub: 'grace', email: 'grace@example.org', email_verified: true, name: 'Grace Hopper' };
  const { page } = await visit();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with Example University' }).click();
  await page.waitForURL('/courses');
  await eventually(() => page.evaluate(() => localStorage.getItem('user'))).toContain('Grace Hopper');
  await eventually(() => page.evaluate(() => localStorage.getItem('apiKey'))).toMatch(/^lk_/u);
  await page.goBack();
  expect(page.url()).not.toContain('sign-in=');
  await page.goto('/account');
  await page.getByText('You sign in with Example University').waitFor();
});

test('connects an account with the same address after its password', async () => {
  const { email } = await makeAccount();
  provider.person = { sub: `sub-of-${email}`, email, email_verified: true };
  const { page } = await visit();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with Example University' }).click();
  await eventually(() => titleOf(page).innerText()).toBe('You already have an account');
  await page.getByText(email).waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Connect and sign in' }).click();
  await page.getByRole('alert').getByText('This is not the password of your account.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Connect and sign in' }).click();
  // The provider is the first to prove whose the address is.
  await eventually(() => titleOf(page).innerText()).toBe('Your email address is verified');
  const ended = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  expect(ended).toEqual(['1 session', '1 API key']);
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('/courses');
});

test('reports a provider that is down or a cancelled sign-in, while passwords still work', async () => {
  const { email } = await makeAccount();
  const { page } = await visit();
  await page.goto('/login');
  provider.person = null;
  await page.getByRole('button', { name: 'Sign in with Example University' }).click();
  await page.getByRole('alert').getByText('You did not finish signing in with Example University.').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  // A provider redirects with a page load, not within the open page.
  await page.goto('about:blank');
  await page.goto('/login#sign-in-error=provider_unreachable');
  await page.getByRole('alert').getByText('Example University cannot be reached right now.').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await fillLogin(page, { email, password: PASSWORD });
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/courses');
});

test('shows only the provider if no one has a password', async () => {
  const { page } = await visit();
  // As the server sends it with OIDC_ACCOUNTS=only.
  await page.route(
    ({ pathname }) => !pathname.includes('.') && !pathname.startsWith('/api/'),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/(localAccounts&quot;:)true/u, '$1false');
      await route.fulfill({ response, body });
    },
  );
  for (const address of ['/login', '/register']) {
    await page.goto(address);
    await page.getByRole('button', { name: 'Sign in with Example University' }).waitFor();
    await page.getByText('Your first sign-in creates your account here.').waitFor();
    await eventually(() => page.getByRole('main').getByRole('textbox').count()).toBe(0);
    await eventually(() => page.getByRole('main').getByRole('link').count()).toBe(0);
  }
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await page.goto('/reset-password');
  await page.waitForURL('/login');
});

test('rejects a sign-in link from another user', async () => {
  const { page } = await visit();
  await page.goto('/login#sign-in=of-another-person');
  await page.getByRole('alert').getByText('This sign-in has expired.').waitFor();
  await eventually(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

test('sets up the second factor by keyboard, logs in with it and turns it off', async () => {
  const account = await makeAccount();
  const { page, context } = await visit();
  await signIn(context, account);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up' }).focus();
  await page.keyboard.press('Enter');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Set up');
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  const secret = await readSecret(page);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/u);
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  const field = page.getByRole('textbox', { name: 'Code' });
  await eventually(() => field.getAttribute('autocomplete')).toBe('one-time-code');
  await field.fill(codeOf(secret, 40));
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This code is wrong').waitFor();
  // The previous code, so that the current one remains for the login.
  await field.fill(codeOf(secret, -1));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  const codes = await page.getByRole('listitem').locator('code').allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await page
    .getByRole('region', { name: 'Two-factor authentication' })
    .getByRole('button', { name: 'Download' })
    .click();
  expect((await saved).suggestedFilename()).toBe('lectern-recovery-codes.txt');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText(/^On since/u).waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);

  const second = (await visit()).page;
  await logIn(second, account.email);
  await eventually(() => titleOf(second).innerText()).toBe('Enter your code');
  expect(await listViolationsInBothSchemes(second)).toEqual([]);
  await eventually(() => second.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code');
  await second.keyboard.press('Enter');
  await second.getByText('Enter the code.').waitFor();
  await second.keyboard.type(codeOf(secret));
  await second.keyboard.press('Enter');
  await second.waitForURL('/courses');

  const third = (await visit()).page;
  await logIn(third, account.email);
  await third.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await third.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await third.keyboard.press('Enter');
  await third.waitForURL('/courses');

  await third.goto('/account');
  await third.getByText('9 recovery codes left').waitFor();
  // The password form also asks for a code.
  const section = third.getByRole('region', { name: 'Two-factor authentication' });
  await section.getByRole('button', { name: 'Turn off' }).click();
  await section.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await section.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '');
  await section.getByRole('button', { name: 'Turn off' }).click();
  await section.getByRole('button', { name: 'Set up' }).waitFor();
});

test('opens nothing else until a required second factor is set up', async () => {
  const account = await makeAccount();
  const waiting = await makeAccount();
  await call(
    '/api/admin/two-factor/',
    { required_for: 'everyone', password: PASSWORD },
    administrator,
    'PUT',
  );
  try {
    // Earlier sessions are affected once the processes' caches expire.
    const { page: open, context } = await visit();
    await signIn(context, waiting);
    await eventually(async () => {
      await open.goto('/courses');
      await titleOf(open).waitFor();
      return new URL(open.url()).pathname;
    }).toBe('/two-factor-setup');

    const { page } = await visit({ viewport: { width: 390, height: 844 } });
    await logIn(page, account.email);
    await page.waitForURL('/two-factor-setup');
    await page.goto('/courses');
    await page.waitForURL('/two-factor-setup');
    expect(await listViolationsInBothSchemes(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    const secret = await readSecret(page);
    await eventually(() => measureSidewaysScroll(page)).toBe(0);
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    await eventually(() => measureSidewaysScroll(page)).toBe(0);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.waitForURL('/courses');
    await page.getByText("You don't have any courses yet.").waitFor();
    await eventually(() => page.evaluate(() => localStorage.getItem('apiKey'))).toMatch(/^lk_/u);
    await eventually(() => page.evaluate(() => localStorage.getItem('twoFactorSetupRequired'))).toBeNull();
  } finally {
    const { secret } = (await call('/api/auth/two-factor/setup/', { password: PASSWORD }, administrator)) as {
      secret: string;
    };
    await call('/api/auth/two-factor/confirm/', { code: codeOf(secret) }, administrator);
    await call('/api/admin/two-factor/', { required_for: 'off', password: PASSWORD }, administrator, 'PUT');
  }
});
