import { expect, test } from 'vitest';
import { openBrowser } from './browser-test.ts';

test('somebody new is shown the welcome page, whatever screen they ask for', async () => {
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
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
});
