import { expect, test } from 'vitest';
import { makeAccount, openBrowser, openSignedIn } from '../browser-test.ts';
import { makeCourse, makeTextLesson } from '../calls-over-http.ts';
import { eventually } from '../eventually.ts';
import {
  fillLogin,
  goBySideNavigation,
  listStoredEntries,
  logOut,
  openUserMenu,
  titleOf,
} from '../screen-steps.ts';
import { holdAnswers } from '../simulated-server.ts';

test('registers a user, confirms it and opens the courses', async () => {
  const { page } = await openBrowser();
  await page.goto('/welcome');
  await page.getByRole('link', { name: 'Get Started' }).click();
  await page.waitForURL('/register');
  const email = `new-${process.pid}-${Date.now()}@example.org`;
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery');
  const order: string[] = [];
  const told = page
    .getByText('Your account is ready')
    .waitFor()
    .then(() => order.push('told'));
  const arrived = page.waitForURL('/courses').then(() => order.push('arrived'));
  await page.getByRole('button', { name: 'Register' }).click();
  await Promise.all([told, arrived]);
  expect(order).toEqual(['told', 'arrived']);
  await page.getByText("You don't have any courses yet. Click Add New Course to get started.").waitFor();
  await eventually(() => page.evaluate(() => localStorage.getItem('apiKey'))).toMatch(/^lk_/u);
  await eventually(() => page.evaluate(() => localStorage.getItem('user'))).toContain(email);
});

test('shows progress on the login button until the answer arrives', async () => {
  const account = await makeAccount();
  const { page } = await openBrowser();
  const release = await holdAnswers(page, { path: /^\/api\/auth\/login\/$/u });
  await page.goto('/login');
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Logging in...' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  release();
  await page.waitForURL('/courses');
  await eventually(() => listStoredEntries(page)).toEqual([
    'authToken',
    'refreshToken',
    'user',
    'instructorData',
    'apiKey',
    'department',
    'instructorId',
  ]);
});

test('shows the same error for a wrong password and an unknown email and keeps the input', async () => {
  const account = await makeAccount();
  const { page } = await openBrowser();
  await page.goto('/login');
  for (const who of [
    { email: account.email, password: 'not this one' },
    { email: `nobody-${account.email}`, password: 'not this one' },
  ]) {
    await fillLogin(page, who);
    await page.getByRole('button', { name: 'Login' }).click();
    await page
      .getByRole('alert')
      .getByText('Invalid credentials. Please check your email and password.', { exact: true })
      .waitFor();
    await eventually(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(who.email);
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.reload();
  }
  await eventually(() => listStoredEntries(page)).toEqual([]);
});

test('redirects signed-in users from login, register and the start page to the courses', async () => {
  const { page } = await openSignedIn();
  for (const path of ['/login', '/register', '/']) {
    await page.goto(path);
    await page.waitForURL('/courses');
  }
  await page.goto('/welcome');
  await titleOf(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/welcome');
});

test('shows a page for unknown addresses with a link back', async () => {
  const stranger = await openBrowser();
  await stranger.page.goto('/no/such/place');
  await stranger.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await stranger.page.getByRole('link', { name: 'Go to the welcome page' }).click();
  await stranger.page.waitForURL('/welcome');

  const { page } = await openSignedIn();
  await page.goto('/curses');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'My Courses' }).click();
  await page.waitForURL('/courses');
});

test('opens the welcome page on logout and clears all stored data', async () => {
  const { page, account } = await openSignedIn();
  await makeCourse(account, 'Only for me');
  await page.goto('/dashboard');
  await goBySideNavigation(page, 'My Courses');
  await page.getByRole('link', { name: 'Only for me' }).waitFor();
  const toldServer = page.waitForResponse(/\/api\/auth\/logout\/$/u);
  await logOut(page);
  await page.waitForURL('/welcome');
  await eventually(() => listStoredEntries(page)).toEqual([]);
  expect((await toldServer).ok()).toBe(true);

  await page.goBack();
  await page.waitForURL('/welcome');
  await eventually(() => page.getByText('Only for me').count()).toBe(0);

  const other = await makeAccount();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await fillLogin(page, other);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/courses');
  await page.getByText("You don't have any courses yet.").waitFor();
  await eventually(() => page.getByText('Only for me').count()).toBe(0);
});

test('redirects again when the user goes back before the welcome page has been drawn', async () => {
  const { page, context } = await openSignedIn();
  await page.goto('/dashboard');
  await goBySideNavigation(page, 'My Courses');
  await titleOf(page).waitFor();
  let deliver: () => void = () => undefined;
  const isDelivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await context.route(/welcome-page.*\.js$/u, async (route) => {
    await isDelivered;
    await route.continue();
  });
  await logOut(page);
  await page.waitForURL('/welcome', { waitUntil: 'commit' });
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener('popstate', () => {
          resolve();
        });
        window.history.back();
      }),
  );
  // The courses redirect to the welcome page again.
  await page.waitForURL('/welcome', { waitUntil: 'commit' });
  deliver();
  await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/welcome');
});

test('shows initials in the account menu, whose three settings open pages and log', async () => {
  const { page, account } = await openSignedIn();
  await page.goto('/courses');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const menu = page.getByRole('button', { name: /, account of /u });
  const initials = account.user.name === '' ? 'US' : account.user.name.slice(0, 2).toUpperCase();
  await eventually(() => menu.textContent()).toBe(initials);
  for (const [entry, path] of [
    ['Profile Settings', '/profile'],
    ['Account Settings', '/account'],
    ['Notifications', '/notifications'],
  ] as const) {
    await openUserMenu(page);
    await page.getByRole('menuitem', { name: entry }).click();
    await page.waitForURL(path);
    await eventually(() => logged).toContain(entry);
  }
});

test('gives every screen its own title and one main heading', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers of the world');
  const lesson = await makeTextLesson(account, course.id, 'Deltas');
  for (const [path, title] of [
    ['/welcome', 'Teach from your lectures. Prove every line. · Lectern'],
    ['/courses', 'My Courses · Lectern'],
    ['/dashboard', 'Dashboard · Lectern'],
    ['/chat', 'AI Assistant · Lectern'],
    ['/upload', 'Upload Content · Lectern'],
    ['/quiz', 'Create New Quiz · Lectern'],
    ['/profile', 'Profile · Lectern'],
    ['/account', 'Account · Lectern'],
    ['/notifications', 'Notifications · Lectern'],
    [`/course/${course.id}`, 'Rivers of the world · Lectern'],
    [`/lessons/${lesson.id}`, 'Deltas · Lectern'],
    ['/nowhere', 'Page not found · Lectern'],
  ] as const) {
    await page.goto(path);
    await eventually(() => page.title(), path).toBe(title);
    await eventually(() => titleOf(page).count(), path).toBe(1);
  }
  const stranger = await openBrowser();
  for (const [path, title] of [
    ['/login', 'Log in · Lectern'],
    ['/register', 'Create your account · Lectern'],
    ['/reset-password', 'Reset your password · Lectern'],
  ] as const) {
    await stranger.page.goto(path);
    await eventually(() => stranger.page.title()).toBe(title);
  }
});

test('moves the focus to the heading of the next screen and marks its navigation entry', async () => {
  const { page } = await openSignedIn();
  await page.goto('/courses');
  for (const [entry, heading] of [
    ['Dashboard', 'Dashboard'],
    ['AI Assistant', 'AI Assistant'],
    ['Upload Content', 'Upload Content'],
    ['Create Quiz', 'Create New Quiz'],
    ['My Courses', 'My Courses'],
  ] as const) {
    await goBySideNavigation(page, entry);
    await eventually(() =>
      page.evaluate(() => `${document.activeElement?.tagName}: ${document.activeElement?.textContent}`),
    ).toBe(`H1: ${heading}`);
    const current = page
      .getByRole('navigation', { name: 'Main', exact: true })
      .locator('[aria-current="page"]');
    await eventually(() => current.allTextContents()).toEqual([entry]);
  }
});

test('switches to Spanish and back and remembers the language', async () => {
  const { page, account } = await openSignedIn();
  const language = (): Promise<string> => page.evaluate(() => document.documentElement.lang);
  await makeCourse(account, 'Rivers');
  await page.goto('/courses');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Español' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mis cursos' }).waitFor();
  await eventually(() => language()).toBe('es');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Mis cursos' }).waitFor();
  await eventually(() => page.getByText('My Courses').count()).toBe(0);
  await page.goto('/welcome');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  await eventually(() => language()).toBe('en');
  await page.goto('/courses');
  await page.getByRole('heading', { level: 1, name: 'My Courses' }).waitFor();
});

test('uses Spanish when the browser prefers it', async () => {
  const { page } = await openBrowser({ locale: 'es-ES' });
  await page.goto('/login');
  await eventually(() => page.evaluate(() => document.documentElement.lang)).toBe('es');
  await page.getByRole('button', { name: 'English' }).waitFor();
});

test('remembers the dark appearance before and after signing in', async () => {
  const account = await makeAccount();
  const { page } = await openBrowser({ colorScheme: 'light' });
  const scheme = (): Promise<string | null> => page.locator('html').getAttribute('data-mantine-color-scheme');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Dark appearance' }).click();
  await eventually(scheme).toBe('dark');
  await page.reload();
  await page.getByRole('button', { name: 'Light appearance' }).waitFor();
  await eventually(() => scheme()).toBe('dark');
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/courses');
  await eventually(() => scheme()).toBe('dark');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Light appearance' }).click();
  await eventually(scheme).toBe('light');
  await page.reload();
  await eventually(scheme).toBe('light');
});
