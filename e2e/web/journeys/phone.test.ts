import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { openSignedIn } from '../browser-test.ts';
import { generateQuiz, pickFileToUpload, waitUntilUploaded } from '../by-screen.ts';
import { clientOf, makeTestDirectory, makeTextLesson, readLessonText } from '../make-lessons.ts';
import { eventually } from '../eventually.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('uploads, summarizes, and saves a quiz on a phone', async () => {
  const { page, account } = await openSignedIn(PHONE);
  const course = await clientOf(account).createCourse('Plant biology');
  const file = join(await makeTestDirectory(), 'cells.txt');
  await writeFile(file, await readLessonText('biology'));
  await pickFileToUpload(page, course.id, file);
  await eventually(() => overflowOf(page)).toBe(0);
  await page.getByRole('button', { name: 'Upload', exact: true }).tap();
  await waitUntilUploaded(page, course.id, 'cells');
  await page.getByRole('link', { name: 'Open the lesson' }).tap();
  await page.getByRole('heading', { level: 1, name: 'cells' }).waitFor();

  await page.getByRole('button', { name: 'Create Summary' }).tap();
  const panel = page.getByRole('tabpanel', { name: 'Summary' });
  await panel.getByRole('listitem').first().waitFor({ timeout: 60_000 });
  await eventually(() => overflowOf(page)).toBe(0);
  const chip = panel.getByRole('link', { name: /^Evidence/u }).first();
  await chip.tap();
  await page.getByRole('article', { name: 'Text of the lesson' }).locator('mark').first().waitFor();

  await page.getByRole('link', { name: 'Create quiz', exact: true }).tap();
  await page.getByLabel('Number of questions').fill('3');
  const dialog = await generateQuiz(page);
  await eventually(() => overflowOf(page)).toBe(0);
  await dialog.getByRole('button', { name: 'Save', exact: true }).tap();
  await dialog.getByText('Quiz saved successfully!', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).tap();
  await page.getByRole('region', { name: 'Saved quizzes' }).getByText('cells', { exact: true }).waitFor();
});

test('answers a question in the chat on a phone, and opens its evidence', async () => {
  const { page, account } = await openSignedIn(PHONE);
  await makeTextLesson(account, await readLessonText('biology'), { courseTitle: 'Plants', title: 'Light' });
  await page.goto('/courses');
  await page
    .getByRole('navigation', { name: 'Main, at the bottom' })
    .getByRole('link', { name: 'Chat' })
    .tap();
  const input = page.getByRole('textbox').last();
  await input.fill('What is chlorophyll?');
  await input.press('Enter');
  const chip = page.getByRole('link', { name: /^Evidence/u }).first();
  await chip.waitFor({ timeout: 60_000 });
  await eventually(() => overflowOf(page)).toBe(0);
  await chip.tap();
  await page.getByRole('heading', { level: 1, name: 'Light' }).waitFor();
});

test('scrolls no screen sideways at 320 px', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 320, height: 640 } });
  const { course, lesson } = await makeTextLesson(account, await readLessonText('biology'), {
    courseTitle: 'Electroencephalographically speaking',
    title: 'A lesson with a rather long name about electroencephalography',
  });
  const screens = [
    ...[
      '/courses',
      '/dashboard',
      '/chat',
      '/upload',
      '/quiz',
      '/trash',
      '/profile',
      '/account',
      '/notifications',
    ],
    `/course/${course.id}`,
    `/lessons/${lesson.id}`,
    `/lessons/${lesson.id}/questions`,
  ];
  for (const screen of screens) {
    await page.goto(screen);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
    await eventually(() => overflowOf(page), screen).toBe(0);
  }
});
