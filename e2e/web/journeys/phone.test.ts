import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureSidewaysScroll } from '../accessibility.ts';
import { openBrowser, PHONE } from '../browser-test.ts';
import { createCourseByScreen, generateQuiz, waitUntilUploaded } from '../by-screen.ts';
import { stemOf } from '../editor-steps.ts';
import { eventually } from '../eventually.ts';
import { makeTestDirectory, readLessonText } from '../make-lessons.ts';
import { insertBankOfShown } from '../question-banks.ts';

/** From the welcome page to a saved quiz. */
const MOST_TAPS = 11;

test('registers, uploads a lesson, saves and edits a quiz and asks about the lesson on a phone', async () => {
  const { page, context } = await openBrowser(PHONE);
  const taps: string[] = [];
  await context.exposeFunction('noteTap', (on: string) => taps.push(on));
  await context.addInitScript(() => {
    const { noteTap } = window as unknown as { noteTap: (on: string) => void };
    window.addEventListener('pointerdown', ({ target }) => noteTap((target as Element).textContent), {
      capture: true,
    });
  });
  const file = join(await makeTestDirectory(), 'cells.txt');
  await writeFile(file, await readLessonText('biology'));
  const fits = () => eventually(() => measureSidewaysScroll(page)).toBe(0);
  await page.goto('/welcome');
  await page.getByRole('button', { name: 'Español' }).tap();
  await page.getByRole('button', { name: 'English' }).tap();
  await fits();
  taps.length = 0;
  await page.getByRole('link', { name: 'Get Started' }).first().tap();
  await page.getByLabel('Email').fill(`phone-${process.pid}-${Date.now()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery');
  await fits();
  await page.locator('form').getByRole('button', { name: 'Register' }).tap();
  await page.waitForURL('/courses');
  const courseId = await createCourseByScreen(page, {
    title: 'Plant biology',
    description: 'How plants live on light.',
    department: 'Biology',
    outcomes: [],
  });
  await fits();

  await page.getByRole('main').getByRole('link', { name: 'Upload Content' }).first().tap();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByLabel('choose a file').tap(),
  ]);
  await chooser.setFiles(file);
  // The title in the text itself.
  await eventually(() => page.getByLabel('Display name').inputValue()).toBe(
    'Photosynthesis and cellular respiration',
  );
  await fits();
  await page.getByRole('button', { name: 'Upload', exact: true }).tap();
  await waitUntilUploaded(page, courseId, 'Photosynthesis and cellular respiration');
  await page.getByRole('link', { name: 'Open the lesson' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Photosynthesis and cellular respiration' }).waitFor();
  await fits();
  await insertBankOfShown(page);

  await page.getByRole('link', { name: 'Create quiz', exact: true }).tap();
  await page.getByLabel('Number of questions').fill('3');
  const dialog = await generateQuiz(page);
  await fits();
  await dialog.getByRole('button', { name: 'Save', exact: true }).tap();
  await dialog.getByText('Quiz saved successfully!', { exact: true }).waitFor();
  expect(taps.length, taps.join(' → ')).toBeLessThanOrEqual(MOST_TAPS);
  expect(taps).toContain('Save');
  await dialog.getByRole('button', { name: 'Done' }).tap();
  await page
    .getByRole('region', { name: 'Saved quizzes' })
    .getByRole('button', { name: 'Quiz: Photosynthesis and cellular respiration', exact: true })
    .tap();
  await page.waitForURL(/\/quiz\/\d+$/u);
  const main = page.getByRole('main');
  await stemOf(main, 1).fill('Which pigment gives leaves their colour?');
  await fits();
  await main.getByRole('button', { name: 'Publish changes' }).tap();
  await main.getByText('The changes were published as version 2.', { exact: true }).waitFor();
  await main.getByRole('button', { name: 'Done' }).tap();
  await page.waitForURL('/quiz');

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
