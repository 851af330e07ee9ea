import { test } from 'vitest';
import { openSignedIn } from '../browser-test.ts';
import { call, makeCourse, makeTextLesson } from '../calls-over-http.ts';
import { chooseFromCourseMenu, goBySideNavigation, openUserMenu, titleOf } from '../screen-steps.ts';
import { eventually } from '../eventually.ts';

test('restores a deleted course and a deleted lesson with Undo', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers');
  const lesson = await makeTextLesson(account, course.id, 'How rivers work');
  await page.goto('/courses');
  await chooseFromCourseMenu(page, 'Rivers', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Course' }).click();
  await page.getByText('Rivers was moved to the trash.').waitFor();
  await page.getByRole('link', { name: 'Rivers', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Rivers was restored.').waitFor();
  await page.getByRole('link', { name: 'Rivers', exact: true }).click();
  await page.getByText('How rivers work').waitFor();

  await page.goto(`/lessons/${lesson.id}`);
  await page.getByRole('button', { name: 'More for this lesson' }).click();
  await page.getByRole('menuitem', { name: 'Delete lesson' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete lesson' }).click();
  await page.waitForURL(`/course/${course.id}`);
  await page.getByText('No lessons uploaded for this course.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: /^View Lesson Content/u }).waitFor();
});

test('restores, deletes for good and empties the trash by keyboard', async () => {
  const { page, account } = await openSignedIn();
  const [rivers, seas] = [await makeCourse(account, 'Rivers'), await makeCourse(account, 'Seas')];
  const lesson = await makeTextLesson(account, rivers.id, 'How rivers work');
  await makeTextLesson(account, seas.id, 'How seas work');
  await call(account, 'DELETE', `/api/lessons/${lesson.id}/`);
  for (const { id } of [rivers, seas]) await call(account, 'DELETE', `/api/courses/${id}/`);

  await page.goto('/courses');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await page.waitForURL('/trash');
  await titleOf(page).getByText('Trash').waitFor();
  const list = page.getByRole('list', { name: 'In the trash' });
  await eventually(() => list.getByRole('listitem').count()).toBe(3);
  await list.getByText('Its course is also in the trash and is restored with it.').waitFor();
  await eventually(() => list.getByText('30 days left').count()).toBe(3);

  const restore = page.getByRole('button', { name: 'Restore How rivers work' });
  await restore.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Its course Rivers was also restored.').waitFor();
  await restore.waitFor({ state: 'detached' });
  const left = page.getByRole('button', { name: 'Restore Seas' });
  await eventually(() => list.getByRole('listitem').count()).toBe(1);
  await eventually(() => left.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete for good' });
  await dialog.getByText('This cannot be undone.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete for good: Seas' }).click();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByText('Seas was deleted for good.').waitFor();
  await page.getByText('The trash is empty. Courses and lessons').waitFor();

  await goBySideNavigation(page, 'My Courses');
  await page.getByRole('link', { name: 'Rivers', exact: true }).waitFor();
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

test('asks before it empties the trash', async () => {
  const { page, account } = await openSignedIn();
  for (const title of ['Rivers', 'Seas']) {
    await call(account, 'DELETE', `/api/courses/${(await makeCourse(account, title)).id}/`);
  }
  await page.goto('/trash');
  await page.getByRole('button', { name: 'Empty trash' }).click();
  const dialog = page.getByRole('dialog', { name: 'Empty the trash' });
  await dialog.getByText('Delete 2 items for good').waitFor();
  await dialog.getByRole('button', { name: 'Empty trash' }).click();
  await page.getByText('The trash is empty. Courses and lessons').waitFor();
  await eventually(() => page.getByRole('button', { name: 'Empty trash' }).count()).toBe(0);
});
