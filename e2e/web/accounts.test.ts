import { expect, test } from 'vitest';
import { makeAccount, openBrowser, openSignedIn } from './browser-test.ts';
import { makeCourse, makeTextLesson } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import {
  fillLogin,
  goBySideNavigation,
  listStoredEntries,
  logOut,
  openUserMenu,
  titleOf,
} from './screen-steps.ts';
import { holdAnswers } from './simulated-server.ts';

test('somebody registers, is told so, and comes to the courses', async () => {
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
  expect(await page.evaluate(() => localStorage.getItem('apiKey'))).toMatch(/^lk_/u);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain(email);
});

test('the login button says that it works until the answer is there', async () => {
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
  expect(await listStoredEntries(page)).toEqual([
    'authToken',
    'refreshToken',
    'user',
    'instructorData',
    'apiKey',
    'department',
    'instructorId',
  ]);
});

test('a wrong password and an unknown e-mail are told alike, and what was typed stays', async () => {
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
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(who.email);
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.reload();
  }
  expect(await listStoredEntries(page)).toEqual([]);
});

test('whoever is signed in is led past login, registration and the front door to the courses', async () => {
  const { page } = await openSignedIn();
  for (const path of ['/login', '/register', '/']) {
    await page.goto(path);
    await page.waitForURL('/courses');
  }
  await page.goto('/welcome');
  await titleOf(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/welcome');
});

test('an address that leads nowhere says so and shows a way on', async () => {
  const stranger = await openBrowser();
  await stranger.page.goto('/no/such/place');
  await stranger.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await stranger.page.getByRole('link', { name: 'To the welcome page' }).click();
  await stranger.page.waitForURL('/welcome');

  const { page } = await openSignedIn();
  await page.goto('/curses');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'My Courses' }).click();
  await page.waitForURL('/courses');
});

test('logging out leads to the welcome page and leaves nothing of the person behind', async () => {
  const { page, account } = await openSignedIn();
  await makeCourse(account, 'Only for me');
  await page.goto('/dashboard');
  await goBySideNavigation(page, 'My Courses');
  await page.getByRole('link', { name: 'Only for me' }).waitFor();
  const toldServer = page.waitForResponse(/\/api\/auth\/logout\/$/u);
  await logOut(page);
  await page.waitForURL('/welcome');
  expect(await listStoredEntries(page)).toEqual([]);
  expect((await toldServer).ok()).toBe(true);

  await page.goBack();
  await page.waitForURL('/welcome');
  expect(await page.getByText('Only for me').count()).toBe(0);

  const other = await makeAccount();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await fillLogin(page, other);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/courses');
  await page.getByText("You don't have any courses yet.").waitFor();
  expect(await page.getByText('Only for me').count()).toBe(0);
});

test('the menu shows the first letters of the name, and its three settings open pages and log', async () => {
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

test('every screen has a title of its own and one main heading', async () => {
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
    expect(await titleOf(page).count(), path).toBe(1);
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

test('turning to another screen moves the focus to its heading, and marks it in the navigation', async () => {
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
    expect(await current.allTextContents()).toEqual([entry]);
  }
});

test('the language is switched to Spanish and back, and is remembered', async () => {
  const { page, account } = await openSignedIn();
  const language = (): Promise<string> => page.evaluate(() => document.documentElement.lang);
  await makeCourse(account, 'Rivers');
  await page.goto('/courses');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Español' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mis cursos' }).waitFor();
  expect(await language()).toBe('es');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Mis cursos' }).waitFor();
  expect(await page.getByText('My Courses').count()).toBe(0);
  await page.goto('/welcome');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  expect(await language()).toBe('en');
  await page.goto('/courses');
  await page.getByRole('heading', { level: 1, name: 'My Courses' }).waitFor();
});

test('a browser that speaks Spanish is answered in Spanish', async () => {
  const { page } = await openBrowser({ locale: 'es-ES' });
  await page.goto('/login');
  await eventually(() => page.evaluate(() => document.documentElement.lang)).toBe('es');
  await page.getByRole('button', { name: 'English' }).waitFor();
});

test('dark appearance is remembered, before and after signing in', async () => {
  const account = await makeAccount();
  const { page } = await openBrowser({ colorScheme: 'light' });
  const scheme = (): Promise<string | null> => page.locator('html').getAttribute('data-mantine-color-scheme');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Dark appearance' }).click();
  await eventually(scheme).toBe('dark');
  await page.reload();
  await page.getByRole('button', { name: 'Light appearance' }).waitFor();
  expect(await scheme()).toBe('dark');
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/courses');
  expect(await scheme()).toBe('dark');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Light appearance' }).click();
  await eventually(scheme).toBe('light');
  await page.reload();
  await eventually(scheme).toBe('light');
});
