import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAccount, openBrowser, openSignedIn } from './browser-test.ts';
import { makeCourse } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import {
  fillCourse,
  fillLogin,
  goBySideNavigation,
  listStoredEntries,
  logOut,
  openCourseForm,
} from './screen-steps.ts';
import { countCalls } from './simulated-server.ts';

const REFRESH = { path: /^\/api\/auth\/refresh\/$/u, method: 'POST' };
const BROKEN = 'spent.access.token';

const readEntry = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), name);

/** Loads a public page so that the test can change local storage. */
async function openWithStored(page: Page, entries: Record<string, string | null>): Promise<void> {
  await page.goto('/welcome');
  await page.evaluate((changes) => {
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
    }
  }, entries);
}

test('refreshes once when two tabs find the token expired', async () => {
  const { page, context, account } = await openSignedIn();
  await makeCourse(account, 'In both tabs');
  const second = await context.newPage();
  await second.goto('/welcome');
  await openWithStored(page, { authToken: BROKEN });
  // Storage reaches the other tab with a delay.
  await eventually(() => readEntry(second, 'authToken')).toBe(BROKEN);
  const countRefreshes = countCalls(context, REFRESH);
  const refused = new Set<Page>();
  for (const tab of [page, second])
    tab.on('response', (response) => {
      if (response.status() === 401) refused.add(tab);
    });
  // Held until both tabs have been refused, so that the second waits for the first.
  await context.route(
    (url) => REFRESH.path.test(url.pathname),
    async (route) => {
      await eventually(() => refused.size).toBe(2);
      await route.continue();
    },
  );
  await Promise.all([page.goto('/courses'), second.goto('/courses')]);
  for (const tab of [page, second]) await tab.getByRole('link', { name: 'In both tabs' }).waitFor();
  expect(countRefreshes()).toBe(1);
  for (const tab of [page, second]) {
    const dialog = await openCourseForm(tab);
    const title = tab === page ? 'From the first tab' : 'From the second tab';
    await fillCourse(dialog, title);
    await dialog.getByRole('button', { name: 'Add Course' }).click();
    await tab.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  expect(countRefreshes()).toBe(1);
});

test('keeps two refreshing tabs signed in without the Web Locks API', async () => {
  const { page, context, account } = await openSignedIn();
  await makeCourse(account, 'In both tabs');
  await context.addInitScript(() => {
    delete (Navigator.prototype as { locks?: unknown }).locks;
  });
  const second = await context.newPage();
  await second.goto('/welcome');
  await openWithStored(page, { authToken: BROKEN });
  await eventually(() => readEntry(second, 'authToken')).toBe(BROKEN);
  let asked = 0;
  // Both tabs send the same refresh token before either gets an answer.
  await context.route(
    (url) => REFRESH.path.test(url.pathname),
    async (route) => {
      asked += 1;
      await eventually(() => asked).toBeGreaterThanOrEqual(2);
      await route.continue();
    },
  );
  await Promise.all([page.goto('/courses'), second.goto('/courses')]);
  for (const tab of [page, second]) await tab.getByRole('link', { name: 'In both tabs' }).waitFor();
  for (const tab of [page, second]) {
    await tab.reload();
    await tab.getByRole('link', { name: 'In both tabs' }).waitFor();
  }
});

test('clears all stored data and opens login when the refresh is refused', async () => {
  const { page, account } = await openSignedIn();
  await openWithStored(page, { authToken: BROKEN, refreshToken: 'no-such-token' });
  await page.goto('/courses');
  await page.waitForURL('/login');
  await page.getByText('You have been signed out because your session ended.').waitFor();
  await eventually(() => listStoredEntries(page)).toEqual([]);
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/courses');
});

test('restores a user that is missing or not valid JSON from the tokens, with one refresh', async () => {
  const { page, account } = await openSignedIn();
  await makeCourse(account, 'Found again');
  for (const user of [null, '{"id": 1, "ema']) {
    await openWithStored(page, { user });
    const countRefreshes = countCalls(page, REFRESH);
    await page.goto('/courses');
    await page.getByRole('link', { name: 'Found again' }).waitFor();
    await eventually(() => readEntry(page, 'user')).toContain(account.email);
    expect(countRefreshes()).toBeLessThanOrEqual(1);
  }
  await openWithStored(page, { user: null, refreshToken: 'no-such-token' });
  await page.goto('/courses');
  await page.waitForURL(/\/(?:login|welcome)$/u);
  await eventually(() => listStoredEntries(page)).toEqual([]);
});

test('signs the other tab out on logout and in on login', async () => {
  const account = await makeAccount();
  const { page, context } = await openBrowser();
  await page.goto('/login');
  const second = await context.newPage();
  await second.goto('/login');
  await fillLogin(second, account);
  await second.getByRole('button', { name: 'Login' }).click();
  await second.waitForURL('/courses');
  await page.waitForURL('/courses');
  await second.getByRole('heading', { level: 1, name: 'My Courses' }).waitFor();
  await logOut(page);
  await page.waitForURL('/welcome');
  await second.waitForURL('/welcome');
});

test('users can log in and work although every call to the browser storage throws', async () => {
  const block = (): void => {
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse });
  };
  const account = await makeAccount();
  const { page, context } = await openBrowser();
  await context.addInitScript(block);
  await page.goto('/courses');
  await page.waitForURL('/welcome');
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/courses');
  const dialog = await openCourseForm(page);
  await fillCourse(dialog, 'Without a store');
  await dialog.getByRole('button', { name: 'Add Course' }).click();
  await page.getByRole('heading', { level: 1, name: 'Without a store' }).waitFor();
  await goBySideNavigation(page, 'Create Quiz');
  await page.getByRole('combobox', { name: 'Course' }).selectOption({ label: 'Without a store' });
  await logOut(page);
  await page.waitForURL('/welcome');
  await page.goto('/courses');
  await page.waitForURL('/welcome');
});

/** Signs in on the login page, where a session that could not be renewed leads. */
async function signInAgain(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.waitForURL('/login');
  await page.getByRole('textbox', { name: 'Email' }).waitFor();
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
}

test('returns to the page at which the session expired, with the same account only', async () => {
  const { page, account } = await openSignedIn();
  const { id } = await makeCourse(account, 'Left open');
  await page.goto('/courses');
  await page.getByRole('link', { name: 'Left open' }).waitFor();
  const ended = { authToken: BROKEN, refreshToken: BROKEN };
  await openWithStored(page, ended);
  await page.goto(`/course/${id}?tab=questions`);
  await signInAgain(page, account);
  await page.waitForURL(`/course/${id}?tab=questions`);
  await page.getByRole('heading', { name: 'Left open' }).waitFor();

  await openWithStored(page, ended);
  await page.goto(`/course/${id}`);
  await signInAgain(page, await makeAccount());
  await page.waitForURL('/courses');
});
