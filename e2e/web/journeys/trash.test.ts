import { test } from 'vitest';
import { openSignedIn } from '../browser-test.ts';
import { call, makeCourse, makeTextLesson } from '../calls-over-http.ts';
import { eventually } from '../eventually.ts';
import { chooseFromCourseMenu, goBySideNavigation, openUserMenu, titleOf } from '../screen-steps.ts';

test('deletes, restores with Undo and from the trash, and deletes for good', async () => {
  const { page, account } = await openSignedIn();
  const [rivers, seas] = [await makeCourse(account, 'Rivers'), await makeCourse(account, 'Seas')];
  const lesson = await makeTextLesson(account, rivers.id, 'How rivers work');
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
  await page.waitForURL(`/course/${rivers.id}`);
  await page.getByText('No lessons uploaded for this course.').waitFor();
  for (const { id } of [rivers, seas]) await call(account, 'DELETE', `/api/courses/${id}/`);

  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await page.waitForURL('/trash');
  await titleOf(page).getByText('Trash').waitFor();
  const list = page.getByRole('list', { name: 'In the trash' });
  await eventually(() => list.getByRole('listitem').count()).toBe(3);
  await list.getByText('Its course is also in the trash and is restored with it.').waitFor();
  await eventually(() => list.getByText('30 days left').count()).toBe(3);
  await page.getByRole('button', { name: 'Restore How rivers work' }).click();
  await page.getByText('Its course Rivers was also restored.').waitFor();
  await eventually(() => list.getByRole('listitem').count()).toBe(1);

  await page.getByRole('button', { name: 'Delete for good: Seas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete for good' });
  await dialog.getByText('This cannot be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByText('Seas was deleted for good.').waitFor();
  await page.getByText('The trash is empty. Courses, lessons and quizzes').waitFor();
  await goBySideNavigation(page, 'My Courses');
  await page.getByRole('link', { name: 'Rivers', exact: true }).waitFor();
});
