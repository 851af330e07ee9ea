import { expect, test } from 'vitest';
import { makeAccount, openBrowser, openSignedIn } from './browser-test.ts';
import { makeCourse, makeTextLesson } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { fillLogin, goBySideNavigation, logOut, openUserMenu, titleOf } from './screen-steps.ts';

test('redirects visitors from protected screens, and signed-in users from login, register and the start page', async () => {
  const stranger = await openBrowser();
  for (const path of [
    ...['/', '/courses', '/dashboard', '/chat', '/upload', '/quiz', '/course/1', '/lessons/1'],
  ]) {
    await stranger.page.goto(path);
    await stranger.page.waitForURL('/welcome');
  }
  const { page } = await openSignedIn();
  for (const path of ['/login', '/register', '/']) {
    await page.goto(path);
    await page.waitForURL('/courses');
  }
  await page.goto('/welcome');
  await titleOf(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/welcome');
});

test('redirects again when the user goes back before the welcome page has been drawn', async () => {
  const { page, context } = await openSignedIn();
  await page.goto('/dashboard');
  await goBySideNavigation(page, 'My Courses');
  await titleOf(page).waitFor();
  const delivered = Promise.withResolvers<undefined>();
  await context.route(/welcome-page.*\.js$/u, async (route) => {
    await delivered.promise;
    await route.continue();
  });
  await logOut(page);
  await page.waitForURL('/welcome', { waitUntil: 'commit' });
  await page.goBack({ waitUntil: 'commit' });
  // The courses redirect to the welcome page again.
  await page.waitForURL('/welcome', { waitUntil: 'commit' });
  delivered.resolve(undefined);
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

test('titles every screen, focuses its heading after navigation, and marks its entry', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers of the world');
  const lesson = await makeTextLesson(account, course.id, 'Deltas');
  const focus = (): Promise<string> =>
    page.evaluate(() => `${document.activeElement?.tagName}: ${document.activeElement?.textContent}`);
  const current = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .locator('[aria-current="page"]');
  await page.goto('/courses');
  for (const [entry, heading] of [
    ['Dashboard', 'Dashboard'],
    ['AI Assistant', 'AI Assistant'],
    ['Upload Content', 'Upload Content'],
    ['Create Quiz', 'Create New Quiz'],
    ['My Courses', 'My Courses'],
  ] as const) {
    await goBySideNavigation(page, entry);
    await eventually(focus).toBe(`H1: ${heading}`);
    await eventually(() => current.allTextContents()).toEqual([entry]);
    await eventually(() => page.title()).toBe(`${heading} · Lectern`);
  }
  for (const [path, title] of [
    ['/welcome', 'Teach from your lectures. Prove every line.'],
    ['/profile', 'Profile'],
    ['/account', 'Account'],
    ['/notifications', 'Notifications'],
    ['/reset-password', 'Reset your password'],
    [`/course/${course.id}`, 'Rivers of the world'],
    [`/lessons/${lesson.id}`, 'Deltas'],
    ['/nowhere', 'Page not found'],
  ] as const) {
    await page.goto(path);
    await eventually(() => page.title(), path).toBe(`${title} · Lectern`);
    await eventually(() => titleOf(page).count(), path).toBe(1);
  }
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
  await eventually(scheme).toBe('dark');
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/courses');
  await eventually(scheme).toBe('dark');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Light appearance' }).click();
  await eventually(scheme).toBe('light');
});
