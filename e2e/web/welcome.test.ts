import { test } from 'vitest';
import { openBrowser } from './browser-test.ts';
import { eventually } from './eventually.ts';

test('redirects visitors from every protected screen to the welcome page', async () => {
  const { page } = await openBrowser();
  for (const path of [
    '/',
    '/courses',
    '/dashboard',
    '/chat',
    '/upload',
    '/quiz',
    '/course/1',
    '/lessons/1',
  ]) {
    await page.goto(path);
    await page.waitForURL('/welcome');
  }
  await eventually(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
});
