import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listViolations, listViolationsInBothSchemes } from './accessibility.ts';
import { openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { clientOf, makeTestDirectory, readLessonText } from './make-lessons.ts';
import { chooseFromCourseMenu } from './screen-steps.ts';

const titlesOf = (page: Page): Promise<string[]> =>
  page.getByRole('tabpanel').getByRole('listitem').getByRole('heading').allTextContents();

async function openCourseOf(...titles: string[]) {
  const visitor = await openSignedIn();
  const client = clientOf(visitor.account);
  const course = await client.createCourse('Rivers');
  for (const title of titles)
    await client.createLesson({ title, file: 'https://example.org/paper.pdf', course: course.id });
  return { ...visitor, client, course };
}

async function choose(page: Page, title: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** The page shows the new order before the server has stored it. */
const isOrdered = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/lesson_order/') && answer.ok());

test('orders lessons by keyboard, groups them, and moves one to another course', async () => {
  const { page, client, course } = await openCourseOf('One', 'Two', 'Three');
  const other = await client.createCourse('Seas');
  await page.goto(`/course/${course.id}`);
  const menu = page.getByRole('button', { name: 'Actions for Three' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move up' }).focus();
  await Promise.all([isOrdered(page), page.keyboard.press('Enter')]);
  await page.getByText('Three is now number 2 of 3.').waitFor({ state: 'attached' });
  await eventually(() => titlesOf(page)).toEqual(['One', 'Three', 'Two']);
  await eventually(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.reload();
  await eventually(() => titlesOf(page)).toEqual(['One', 'Three', 'Two']);

  await choose(page, 'Two', 'Edit, group or move');
  const dialog = page.getByRole('dialog', { name: 'Edit the lesson' });
  await dialog.getByLabel('Week or topic').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await dialog.getByLabel('Week or topic').fill('Week 1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 2, name: 'Week 1' }).waitFor();
  await Promise.all([isOrdered(page), page.getByRole('button', { name: 'Move Week 1 up' }).click()]);
  await eventually(() => titlesOf(page)).toEqual(['Two', 'One', 'Three']);
  expect(await listViolations(page)).toEqual([]);
  await page.reload();
  await eventually(() => titlesOf(page)).toEqual(['Two', 'One', 'Three']);

  await choose(page, 'Two', 'Edit, group or move');
  await dialog.getByLabel('Course', { exact: true }).selectOption({ label: 'Seas' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await eventually(() => titlesOf(page)).toEqual(['One', 'Three']);
  await page.goto(`/course/${other.id}`);
  await eventually(() => titlesOf(page)).toEqual(['Two']);
});

test('orders lessons by dragging, and leaves them as they were after Escape', async () => {
  const { page, course } = await openCourseOf('One', 'Two', 'Three');
  await page.goto(`/course/${course.id}`);
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  const handleOf = (title: string) => rows.filter({ hasText: title }).getByTitle('Drag to change the order');
  /** Leaves the button pressed. */
  const drag = async (title: string, to: string): Promise<void> => {
    // Waits until the row no longer moves.
    await handleOf(title).hover();
    const [handle, target] = await Promise.all([
      handleOf(title).boundingBox(),
      rows.filter({ hasText: to }).boundingBox(),
    ]);
    if (handle === null || target === null) throw new Error('A row is missing.');
    const x = handle.x + handle.width / 2;
    await page.mouse.move(x, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, target.y + target.height / 2, { steps: 4 });
    await page.mouse.move(x, target.y + target.height + 8, { steps: 4 });
  };
  await handleOf('One').waitFor();
  await drag('One', 'Three');
  await Promise.all([isOrdered(page), page.mouse.up()]);
  await page.getByText('One is now number 3 of 3.').waitFor({ state: 'attached' });
  await eventually(() => titlesOf(page)).toEqual(['Two', 'Three', 'One']);
  const menu = page.getByRole('button', { name: 'Actions for One' });
  await eventually(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.reload();
  await eventually(() => titlesOf(page)).toEqual(['Two', 'Three', 'One']);

  await drag('Two', 'One');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await eventually(() => titlesOf(page)).toEqual(['Two', 'Three', 'One']);
});

test('copies a course from its menu and opens the copy', async () => {
  const { page } = await openCourseOf('One', 'Two');
  await page.goto('/courses');
  await chooseFromCourseMenu(page, 'Rivers', 'Copy');
  await page.getByRole('heading', { level: 1, name: 'Copy of Rivers' }).waitFor();
  await eventually(() => titlesOf(page)).toEqual(['One', 'Two']);
});

test('makes a lesson of each of several files, and names the file that cannot be taken', async () => {
  const { page, course } = await openCourseOf();
  const directory = await makeTestDirectory();
  const text = await readLessonText('biology');
  const files: string[] = [];
  for (const name of ['week_1.txt', 'week_2.txt', 'empty.txt', 'notes.docx']) {
    files.push(join(directory, name));
    await writeFile(join(directory, name), name === 'empty.txt' ? '  ' : text);
  }
  await page.goto(`/upload?course=${course.id}`);
  await page.locator('input[type=file]').setInputFiles(files);
  const alert = page.getByRole('alert');
  await alert.getByText('notes.docx').waitFor();
  await alert.getByText('Unsupported file type. Please select MP4, PDF, or TXT files.').waitFor();
  await alert.getByText('In your word processor').waitFor();
  await eventually(() => page.getByLabel('Display name of week_2.txt').inputValue()).toBe('week 2');
  await page.getByLabel('Display name of week_2.txt').fill('Second week');
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  // The one without words failed, and is left to be removed or uploaded again.
  const list = page.getByRole('list', { name: 'Progress of the uploads' });
  await eventually(() => list.getByText('Done', { exact: true }).count()).toBe(2);
  await list.getByText(/^File upload failed: /u).waitFor();
  await eventually(() => page.getByLabel(/^Display name of/u).count()).toBe(1);
  await page.goto(`/course/${course.id}`);
  await eventually(() => titlesOf(page)).toEqual(['week 1', 'Second week']);

  await page.goto(`/upload?course=${course.id}`);
  await page.locator('input[type=file]').setInputFiles(files.slice(0, 2));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('Successfully uploaded 2 lessons to the course.').waitFor();
  await page.waitForURL(`/course/${course.id}`);
});

test('opens a lesson by a click anywhere in its row, and keeps toasts off the header, the navigation and the buttons of dialogs', async () => {
  const { page, course } = await openCourseOf('One', 'Two');
  await page.goto(`/course/${course.id}`);
  await choose(page, 'One', 'Delete');
  await page.getByRole('button', { name: 'Delete Lesson' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('main').getByRole('link', { name: 'My Courses' }).click({ trial: true });
  await page.getByRole('button', { name: /, account of /u }).click({ trial: true });
  await page.getByRole('link', { name: 'Upload', exact: true }).click({ trial: true });
  await undo.click({ trial: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the course' });
  for (const name of ['Close', 'Cancel', 'Save changes'])
    await dialog.getByRole('button', { name }).click({ trial: true });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /, account of /u }).click({ trial: true });
  // The row's link covers it.
  await page.getByRole('heading', { name: 'Two' }).click({ force: true });
  await page.getByRole('heading', { level: 1, name: 'Two' }).waitFor();
});

test('makes a lesson of a pasted text', async () => {
  const { page, course } = await openCourseOf();
  await page.goto(`/upload?course=${course.id}`);
  await page.getByText('Paste Text', { exact: true }).click();
  const name = page.getByLabel('Display name');
  await name.fill('Photosynthesis');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('alert').getByText('Please paste or type a text.').waitFor();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('Light and sugar\n\nPhotosynthesis turns light into sugar.');
  await eventually(() => name.inputValue()).toBe('Photosynthesis');
  await name.clear();
  await text.press('End');
  await text.pressSequentially(' ');
  await eventually(() => name.inputValue()).toBe('Light and sugar');
  await name.fill('Photosynthesis');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('Successfully uploaded the Photosynthesis to the course.').waitFor();
  await page.getByRole('link', { name: 'Open the lesson' }).click();
  await page.getByRole('article', { name: 'Text of the lesson' }).getByText('turns light').waitFor();
});
