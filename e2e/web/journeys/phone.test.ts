import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { measureSidewaysScroll } from '../accessibility.ts';
import { openSignedIn } from '../browser-test.ts';
import { generateQuiz, pickFileToUpload, waitUntilUploaded } from '../by-screen.ts';
import { eventually } from '../eventually.ts';
import { clientOf, makeTestDirectory, readLessonText } from '../make-lessons.ts';
import { insertBank } from '../question-banks.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('uploads a lesson, saves a quiz and asks about it on a phone', async () => {
  const { page, account } = await openSignedIn(PHONE);
  const client = clientOf(account);
  const course = await client.createCourse('Plant biology');
  const file = join(await makeTestDirectory(), 'cells.txt');
  await writeFile(file, await readLessonText('biology'));
  const fits = () => eventually(() => measureSidewaysScroll(page)).toBe(0);
  await pickFileToUpload(page, course.id, file);
  // The title in the text itself.
  await eventually(() => page.getByLabel('Display name').inputValue()).toBe(
    'Photosynthesis and cellular respiration',
  );
  await fits();
  await page.getByRole('button', { name: 'Upload', exact: true }).tap();
  await waitUntilUploaded(page, course.id, 'Photosynthesis and cellular respiration');
  await page.getByRole('link', { name: 'Open the lesson' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Photosynthesis and cellular respiration' }).waitFor();
  await fits();
  const lessonId = Number(/\/lessons\/(\d+)/u.exec(page.url())?.[1]);
  await insertBank(await client.getLesson(lessonId), course);

  await page.getByRole('link', { name: 'Create quiz', exact: true }).tap();
  await page.getByLabel('Number of questions').fill('3');
  const dialog = await generateQuiz(page);
  await fits();
  await dialog.getByRole('button', { name: 'Save', exact: true }).tap();
  await dialog.getByText('Quiz saved successfully!', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).tap();
  await page
    .getByRole('region', { name: 'Saved quizzes' })
    .getByText('Photosynthesis and cellular respiration', { exact: true })
    .waitFor();

  await page
    .getByRole('navigation', { name: 'Main, at the bottom' })
    .getByRole('link', { name: 'Chat' })
    .tap();
  const input = page.getByRole('textbox', { name: 'Message' });
  await input.fill('What is chlorophyll?');
  await input.press('Enter');
  const chip = page.getByRole('link', { name: /^Evidence/u }).first();
  await chip.waitFor({ timeout: 60_000 });
  await fits();
  await chip.tap();
  await page.getByRole('heading', { level: 1, name: 'Photosynthesis and cellular respiration' }).waitFor();
  await page.getByRole('article', { name: 'Text of the lesson' }).locator('mark').first().waitFor();
});
