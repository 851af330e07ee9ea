import { test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { call, makeCourse } from './calls-over-http.ts';
import { eventually } from './eventually.ts';

test('keeps the focus when an item leaves the trash, and asks before it empties the trash', async () => {
  const { page, account } = await openSignedIn();
  for (const title of ['Lakes', 'Rivers', 'Seas'])
    await call(account, 'DELETE', `/api/courses/${(await makeCourse(account, title)).id}/`);
  await page.goto('/trash');
  await page.getByRole('button', { name: 'Restore Seas' }).press('Enter');
  await page.getByText('Seas was restored.').waitFor();
  const next = page.getByRole('button', { name: 'Restore Rivers' });
  await eventually(() => next.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Empty trash' }).click();
  const dialog = page.getByRole('dialog', { name: 'Empty the trash' });
  await dialog.getByText('Delete 2 items for good').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await dialog.getByRole('button', { name: 'Empty trash' }).click();
  await page.getByText('The trash is empty. Courses, lessons and quizzes').waitFor();
  await page.getByRole('button', { name: 'Empty trash' }).waitFor({ state: 'detached' });
});

test('shows deletions and restorations in another tab', async () => {
  const { page, account } = await openSignedIn();
  const { id } = await makeCourse(account, 'Rivers');
  // Events sent before the page listens are lost.
  const listens = page.waitForResponse(/\/api\/events\/$/u);
  await page.goto('/courses');
  const card = page.getByRole('link', { name: 'Rivers', exact: true });
  await card.waitFor();
  await listens;
  await call(account, 'DELETE', `/api/courses/${id}/`);
  await card.waitFor({ state: 'detached' });
  await call(account, 'POST', `/api/trash/courses/${id}/restore/`);
  await card.waitFor();
});
