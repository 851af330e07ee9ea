import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listViolationsInBothSchemes } from './accessibility.ts';
import { openBrowser, openSignedIn } from './browser-test.ts';
import { generateQuiz } from './by-screen.ts';
import { eventually } from './eventually.ts';
import { makeTestDirectory, readLessonText } from './make-lessons.ts';
import { insertBankOfShown } from './question-banks.ts';

const MOST_CLICKS = 11;

test('reaches a saved quiz from the welcome page in eleven clicks', async () => {
  const { page, context } = await openBrowser();
  const clicks: string[] = [];
  await context.exposeFunction('noteClick', (on: string) => clicks.push(on));
  await context.addInitScript(() => {
    const note = (window as unknown as { noteClick: (on: string) => void }).noteClick;
    window.addEventListener('pointerdown', ({ target }) => note((target as Element).textContent), {
      capture: true,
    });
  });
  const file = join(await makeTestDirectory(), 'cells.txt');
  await writeFile(file, (await readLessonText('biology')).slice(0, 3_000));
  const type = async (...texts: string[]): Promise<void> => {
    for (const [index, text] of texts.entries()) {
      if (index > 0) await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
  };

  await page.goto('/welcome');
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  const email = page.getByRole('textbox', { name: 'Email' });
  await eventually(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await type(`first-${process.pid}-${Date.now()}@example.org`, 'correct horse battery');
  await page.getByLabel('Confirm password', { exact: true }).focus();
  await type('correct horse battery');
  await page.locator('form').getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('/courses');

  await page.getByRole('button', { name: 'Add New Course' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Course' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await eventually(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
  await type('Plant biology', 'How plants live on light.', 'Biology');
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await page.getByRole('heading', { level: 1, name: 'Plant biology' }).waitFor();

  await page.getByRole('link', { name: 'Upload Content' }).and(page.locator('main a')).first().click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByLabel('choose a file').click(),
  ]);
  await chooser.setFiles(file);
  await eventually(() => page.getByLabel('Display name').inputValue()).toBe(
    'Photosynthesis and cellular respiration',
  );
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page
    .getByText('Successfully uploaded the Photosynthesis and cellular respiration to the course.', {
      exact: true,
    })
    .waitFor();
  await page.getByRole('link', { name: 'Open the lesson' }).click();
  await page.waitForURL(/\/lessons\/\d+/u);
  await insertBankOfShown(page);
  await page.getByRole('link', { name: 'Create quiz', exact: true }).click();
  await eventually(() => page.getByLabel('Lesson', { exact: false }).last().inputValue()).not.toBe('');
  const quiz = await generateQuiz(page);
  await quiz.getByRole('button', { name: 'Save', exact: true }).click();
  await quiz.getByRole('alert').getByText('Quiz saved successfully!', { exact: true }).waitFor();
  expect(clicks.length, clicks.join(' → ')).toBeLessThanOrEqual(MOST_CLICKS);
  // The count is real.
  expect(clicks.length).toBeGreaterThan(5);

  // The guide of a new account has ticked itself off, but for the summary.
  await page.goto('/courses');
  const guide = page.getByRole('region', { name: 'Your first quiz in four steps' });
  await eventually(() => guide.getByText('(done)').count()).toBe(3);
  await eventually(() => guide.locator('[aria-current="step"]').textContent()).toContain('Create a summary');
  await guide.getByRole('button', { name: 'Dismiss the guide' }).click();
  await page.reload();
  await page.getByRole('link', { name: 'Plant biology', exact: true }).waitFor();
  await eventually(() => guide.count()).toBe(0);
});

test('adds the demo course with one click and removes it with one', async () => {
  const { page } = await openSignedIn();
  await page.goto('/courses');
  await page.getByRole('region', { name: 'Your first quiz in four steps' }).waitFor();
  expect(await listViolationsInBothSchemes(page), 'the guide').toEqual([]);
  await page.getByRole('button', { name: 'Add the demo course' }).click();
  await page.getByRole('heading', { level: 1, name: 'Prices, plates and pulse' }).waitFor();
  const lessons = page.getByRole('link', { name: /^View Lesson Content/u });
  await eventually(() => lessons.count(), 'lessons of the demo course', 60_000).toBe(3);
  await page.getByText('Summary ready').first().waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Remove the demo course' }).waitFor();
  expect(await listViolationsInBothSchemes(page), 'the note on the demo course').toEqual([]);
  await page.getByRole('button', { name: 'Remove the demo course' }).click();
  await page.waitForURL('/courses');
  await page.getByText("You don't have any courses yet.").waitFor();
  await page.getByRole('button', { name: 'Add the demo course' }).waitFor();
});
