import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { confirm, logIn, press, section } from './account-steps.ts';
import { openBrowser, openSignedIn } from './browser-test.ts';
import { call, makeCourse, makeTextLesson } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { waitForAlert } from './screen-steps.ts';
import { answerWith, countCalls } from './simulated-server.ts';

const OPTIONS = { path: /^\/api\/auth\/registration\/$/u };
const options = (mode: string, domains: string[] = [], needsLink = false) => ({
  mode,
  allowed_domains: domains,
  needs_link: needsLink,
  password_reset: 'email',
  awaits_first_administrator: false,
});

async function fillNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the new password', { exact: true }).fill(password);
}

test('ends one session, or all others, after asking for the password', async () => {
  const { page, account } = await openSignedIn();
  for (let count = 0; count < 3; count += 1) await logIn(account.email, account.password);
  // This page also has to renew an expired access token.
  await page.goto('/courses');
  await page.evaluate(() => {
    localStorage.setItem('authToken', 'expired');
  });
  await page.goto('/account');
  const sessions = section(page, 'Sessions');
  const others = sessions.getByRole('button', {
    name: /^End the session on Firefox on Windows 127\.0\.0\.1/u,
  });
  await eventually(() => others.count()).toBe(3);
  await eventually(() => sessions.getByText('This session', { exact: true }).count()).toBe(1);

  await others.first().click();
  await confirm(page, 'not this one', 'End');
  await page.getByRole('dialog').getByText('This is not your password. Nothing was changed.').waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^end-session-/u);
  await others.first().click();
  await confirm(page, account.password, 'End');
  await eventually(() => others.count()).toBe(2);

  await press(sessions, 'End all other sessions');
  await confirm(page, account.password, 'End 2 sessions');
  await eventually(() => others.count()).toBe(0);
});

test('replaces the sign-in key, and the browser continues with the new one', async () => {
  const { page, account } = await openSignedIn();
  await page.goto('/account');
  const stored = () => page.evaluate(() => localStorage.getItem('apiKey'));
  const before = await stored();
  await press(section(page, 'API keys'), 'Revoke the key Sign-in key');
  await confirm(page, account.password, 'Revoke');
  await eventually(stored).not.toBe(before);
  await expect(call({ api_key: before ?? '' }, 'GET', '/api/courses/')).rejects.toThrow('401');
  const after = await stored();
  expect(await call({ api_key: after ?? '' }, 'GET', '/api/courses/')).toEqual([]);
});

test('saves the data export as a file', async () => {
  const { page, account } = await openSignedIn();
  await makeCourse(account, 'Rivers of the world');
  await page.goto('/account');
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download your data')]);
  expect(download.suggestedFilename()).toMatch(/^lectern-export-\d{4}-\d\d-\d\d\.json$/u);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    profile: { email: account.email },
    courses: [{ title: 'Rivers of the world' }],
  });
  await page.getByText('Your data was downloaded.').waitFor();
});

test('deletes an account with its password after listing what will be deleted', async () => {
  const { page, account } = await openSignedIn();
  await makeCourse(account, 'Rivers of the world');
  await page.goto('/account');
  await press(page, 'Delete account...');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByText('1 course', { exact: true }).waitFor();
  await confirm(page, 'not this one', 'Delete for good');
  await dialog.getByText('This is not your password. Nothing was changed.').waitFor();
  expect((await logIn(account.email, account.password)).status).toBe(200);
  await confirm(page, account.password, 'Delete for good');
  await page.waitForURL('/login');
  await page.getByText('Your account and everything in it have been deleted.').waitFor();
  expect((await logIn(account.email, account.password)).status).toBe(401);
  await eventually(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

test('refers to an administrator when Lectern cannot send reset mails', async () => {
  const { page } = await openBrowser();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor();
  await page.getByText('This Lectern cannot send email. Ask an administrator').waitFor();
  await eventually(() => page.getByRole('textbox').count()).toBe(0);
});

test('sets the password with a valid link even while another user is signed in', async () => {
  const { page } = await openSignedIn();
  await answerWith(page, { path: /^\/api\/password-reset\/confirm\/$/u }, 200, {
    verified_now: true,
    ended: { sessions: 1, api_keys: 2, second_factor: true, identities: 0 },
  });
  await page.goto('/reset-password#token=from-the-mail');
  await fillNewPassword(page, 'a new long password');
  await page.getByRole('checkbox', { name: 'Keep my API keys' }).check();
  const sent = page.waitForRequest('**/api/password-reset/confirm/');
  await press(page, 'Set new password');
  await page.getByRole('heading', { level: 1, name: 'Your password has been changed' }).waitFor();
  await page.getByText('This was the first proof that the address is yours').waitFor();
  const ended = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  expect(ended).toEqual(['1 session', '2 API keys', expect.stringContaining('The second factor.')]);
  expect((await sent).postDataJSON()).toEqual({
    token: 'from-the-mail',
    password: 'a new long password',
    password2: 'a new long password',
    keep_api_keys: true,
  });
});

test('says on the register page that registration is closed or by invitation', async () => {
  const { page } = await openBrowser();
  for (const [mode, path, title] of [
    ['closed', '/register', 'Registration is closed'],
    ['closed', '/register#token=invited', 'Registration is closed'],
    ['invite', '/register', 'Registration is by invitation'],
  ] as const) {
    await page.goto('about:blank');
    await answerWith(page, OPTIONS, 200, options(mode));
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await eventually(() => page.getByRole('textbox').count()).toBe(0);
  }
});

test('registers with a mailed link where Lectern sends mail', async () => {
  const { page } = await openBrowser();
  await answerWith(page, OPTIONS, 200, options('open', [], true));
  const request = { path: /^\/api\/auth\/registration\/link\/$/u };
  await answerWith(page, request, 202, { detail: 'A link is on its way.' });
  await page.goto('/register');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.org');
  await eventually(() => page.getByLabel('Password', { exact: true }).count()).toBe(0);
  await press(page, 'Request a link');
  await page.getByText('is on its way to ada@example.org').waitFor();

  const sent: unknown[] = [];
  page.on('request', (each) => {
    if (each.url().endsWith('/api/auth/register/')) sent.push(each.postDataJSON());
  });
  await page.goto('/register#verification=from-the-mail&email=ada%40example.org');
  const email = page.getByRole('textbox', { name: 'Email' });
  await eventually(() => email.inputValue()).toBe('ada@example.org');
  await eventually(() => email.isEditable()).toBe(false);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery');
  await press(page.getByRole('main'), 'Register');
  await waitForAlert(
    page,
    'This link has been used, has expired, or is for another email address. Request a new one.',
  );
  expect(sent).toEqual([
    expect.objectContaining({ email: 'ada@example.org', verification: 'from-the-mail' }),
  ]);
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await page.getByText('Enter your email address to receive a link').waitFor();
});

test('names the allowed domains on the register page and sends the invitation along', async () => {
  const { page } = await openBrowser();
  await answerWith(page, OPTIONS, 200, options('open', ['example.edu']));
  await page.goto('/register');
  const countRegistrations = countCalls(page, { path: /^\/api\/auth\/register\/$/u });
  const register = async (): Promise<void> => {
    await page.getByRole('textbox', { name: 'Email' }).fill('somebody@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery');
    await press(page.getByRole('main'), 'Register');
  };
  await page.getByText('Use an address at example.edu.').waitFor();
  await register();
  await waitForAlert(page, 'Use an address at example.edu.');
  expect(countRegistrations()).toBe(0);

  await page.goto('/register#token=no-such-invitation');
  await page.getByText('You have been invited.').waitFor();
  await register();
  await waitForAlert(
    page,
    'This invitation has been used, has expired, or is for another email address. Ask for a new one.',
  );
});

test('announces finished background work with a notification and remembers the settings', async () => {
  const { page, context, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers of the world');
  const lesson = await makeTextLesson(account, course.id, 'How rivers work');
  // Headless Chromium shows no notifications, so the test records the page's requests.
  await context.addInitScript(() => {
    const shown: string[] = [];
    class Recorded {
      static permission = 'default';
      static requestPermission(): Promise<string> {
        Recorded.permission = 'granted';
        return Promise.resolve('granted');
      }
      onclick: (() => void) | null = null;
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
        Object.assign(window, { lastNotification: this });
      }
      close(): void {
        shown.push('closed');
      }
    }
    Object.assign(window, { Notification: Recorded, shown });
  });
  const listens = page.waitForResponse(/\/api\/events\/$/u);
  await page.goto('/notifications');
  await listens;
  const shown = (): Promise<string[]> =>
    page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  await page.getByRole('switch', { name: 'Browser notifications' }).check({ force: true });
  await eventually(shown).toEqual(['Lectern: Lectern notifies you like this when work is done.']);
  await page.getByRole('switch', { name: 'Sound' }).check({ force: true });
  await page.getByRole('button', { name: 'Play the sound' }).waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
  });
  const source = { lesson_id: lesson.id, docsource_id: lesson.docsource_id };
  await call(account, 'POST', '/api/summarize-file/', source);
  await eventually(shown).toContain('How rivers work: Summary · done');
  await page.evaluate(() => {
    (window as unknown as { lastNotification: { onclick: () => void } }).lastNotification.onclick();
  });
  await page.waitForURL(`/lessons/${lesson.id}`);

  await page.goto('/notifications');
  await page.getByRole('checkbox', { name: 'Summaries and quizzes' }).uncheck();
  await page.reload();
  const isChecked = (role: 'checkbox' | 'switch', name: string) => () =>
    page.getByRole(role, { name }).isChecked();
  await eventually(isChecked('checkbox', 'Summaries and quizzes')).toBe(false);
  await eventually(isChecked('switch', 'Sound')).toBe(true);
});

test('explains how the administrator registers while there is no account', async () => {
  const { page } = await openBrowser();
  await answerWith(page, OPTIONS, 200, { ...options('open'), awaits_first_administrator: true });
  for (const address of ['/welcome', '/register']) {
    await page.goto(address);
    await page.getByText('If you installed it, open the link in its log').waitFor();
  }
  await eventually(() => page.getByLabel('Password', { exact: true }).count()).toBe(0);
  // The link opens the form.
  await page.goto('about:blank');
  await page.goto('/register#token=of-the-log');
  await page.getByLabel('Password', { exact: true }).waitFor();
});
