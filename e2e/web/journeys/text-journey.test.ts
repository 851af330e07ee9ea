import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, openSignedIn } from '../browser-test.ts';
import {
  createCourseByScreen,
  generateQuiz,
  inOneLine,
  lettersOf,
  openLesson,
  pickFileToUpload,
  readQuote,
  waitUntilUploaded,
} from '../by-screen.ts';
import { eventually } from '../eventually.ts';
import { clientOf, makeTestDirectory, makeTextLesson, readLessonText } from '../make-lessons.ts';

const OUTCOMES: [string, string][] = [
  ['LIGHT', 'Explain how the light reactions store energy in ATP and NADPH.'],
  ['SUGAR', 'Describe how the Calvin cycle builds sugar from carbon dioxide.'],
];

async function registerByScreen(page: Page): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Email').fill(`journey-${process.pid}-${Date.now()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery');
  await page.locator('form').getByRole('button', { name: 'Register' }).click();
  await page.getByText('Your account is ready').waitFor();
  await page.waitForURL('/courses');
}

test('turns a text into a lesson, a summary with evidence and a saved quiz', async () => {
  const { page } = await openBrowser();
  await registerByScreen(page);
  const courseId = await createCourseByScreen(page, {
    title: 'Plant biology',
    description: 'How plants live on light.',
    department: 'Biology',
    outcomes: OUTCOMES,
  });

  const text = await readLessonText('biology');
  const file = join(await makeTestDirectory(), 'photosynthesis_and_respiration.txt');
  await writeFile(file, text);
  await pickFileToUpload(page, courseId, file);
  // The file name is the default.
  await eventually(() => page.getByLabel('Display name').inputValue()).toBe('photosynthesis and respiration');
  await page.getByLabel('Display name').fill('Photosynthesis');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await waitUntilUploaded(page, courseId, 'Photosynthesis');

  await openLesson(page, 'Photosynthesis');
  await page.getByRole('button', { name: 'Create Summary' }).click();
  await page.getByText('Summary created successfully', { exact: true }).waitFor({ timeout: 60_000 });
  const panel = page.getByRole('tabpanel', { name: 'Summary' });
  const chips = panel.getByRole('listitem').getByRole('link', { name: /^Evidence: (?!passage)/u });
  const points = await panel.getByRole('listitem').count();
  expect(points).toBeGreaterThan(2);
  await eventually(() => chips.count()).toBe(points);
  for (const chip of await chips.all()) {
    const quote = await readQuote(chip);
    expect(inOneLine(text)).toContain(quote);
  }
  const terms = panel.getByRole('definition').getByRole('link', { name: /^Evidence: (?!passage)/u });
  await eventually(() => terms.count()).toBeGreaterThan(0);
  for (const term of await terms.all()) expect(inOneLine(text)).toContain(await readQuote(term));
  // A chip highlights its quotation, and the next chip moves the highlight.
  for (const chip of [chips.first(), chips.last()]) {
    const quote = await readQuote(chip);
    await chip.click();
    const marks = page.getByRole('article', { name: 'Text of the lesson' }).locator('mark');
    await eventually(async () => lettersOf((await marks.allTextContents()).join(' '))).toBe(lettersOf(quote));
    // Visible and scrolled into view.
    await eventually(() =>
      marks.first().evaluate((mark) => {
        const { top, bottom } = mark.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      }),
    ).toBe(true);
  }

  await page.getByRole('link', { name: 'Create quiz', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Create New Quiz' }).waitFor();
  await eventually(() => page.getByLabel('Lesson', { exact: false }).last().inputValue()).not.toBe('');
  await page.getByLabel('Quiz name').fill('Light: week 1');
  const dialog = await generateQuiz(page);
  // Without a language model Lectern writes fewer than ten.
  const count = await dialog.getByText(/^Question \d+$/u).count();
  expect(count).toBeGreaterThanOrEqual(5);
  await eventually(() =>
    dialog.getByText('Total questions').locator('xpath=following-sibling::dd').textContent(),
  ).toBe(String(count));
  const options = await dialog.locator('ol ol').all();
  expect(options).toHaveLength(count);
  for (const list of options) {
    // Words and an icon mark the key, not only a color.
    await eventually(() => list.getByText('(right answer)').count()).toBe(1);
    const key = list.getByRole('listitem').filter({ hasText: '(right answer)' });
    const other = list.getByRole('listitem').filter({ hasNotText: '(right answer)' }).first();
    await eventually(() => key.locator('svg').innerHTML()).not.toBe(await other.locator('svg').innerHTML());
  }
  await eventually(() => dialog.getByRole('link', { name: /^Evidence: (?!passage)/u }).count()).toBe(count);

  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('alert').getByText('Quiz saved successfully!', { exact: true }).waitFor();
  const awaited = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download (CSV)' }).click();
  const download = await awaited;
  const today = new Date().toISOString().slice(0, 10);
  expect(download.suggestedFilename()).toBe(`quiz_Light week 1_${today}.csv`);
  const csv = (await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/u, '');
  const { data, errors, meta } = Papa.parse<Record<string, string>>(csv, { header: true });
  expect(errors).toMatchObject([]);
  expect(meta.fields).toEqual([
    ...['question_number', 'text', 'type', 'blooms_taxonomy', 'difficulty', 'outcome'],
    ...['option_1', 'option_2', 'option_3', 'option_4', 'correct_option'],
  ]);
  expect(data.map(({ question_number: number }) => number)).toEqual(
    Array.from({ length: count }, (_, index) => String(index + 1)),
  );
  for (const [index, row] of data.entries()) {
    expect(row['type']).toBe('multiple_choice');
    await dialog.getByText(row['text'] ?? '', { exact: true }).waitFor();
    const key = options[index]?.getByRole('listitem').nth(Number(row['correct_option']) - 1);
    const keyText = row[`option_${row['correct_option'] ?? ''}`] ?? 'no such option';
    await eventually(() => key?.textContent()).toContain(keyText);
    await eventually(() => key?.textContent()).toContain('(right answer)');
  }

  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  const saved = page.getByRole('region', { name: 'Saved quizzes' });
  await saved.getByRole('button', { name: 'Light: week 1', exact: true }).click();
  await dialog.getByText(`Question ${count}`, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.goto(`/course/${courseId}`);
  await page.getByRole('tab', { name: 'All Assignments' }).click();
  await page.getByRole('tabpanel').getByText('Light: week 1').first().waitFor();

  await page.goto('/quiz');
  await saved.getByRole('button', { name: 'Menu of Light: week 1' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename the quiz' });
  await rename.getByRole('textbox', { name: 'Quiz name' }).fill('Light, second try');
  await rename.getByRole('button', { name: 'Save' }).click();
  await saved.getByRole('button', { name: 'Light, second try', exact: true }).waitFor();
  await eventually(() => saved.getByRole('button', { name: 'Light: week 1', exact: true }).count()).toBe(0);

  const remove = async (answer: 'Cancel' | 'Delete Quiz'): Promise<void> => {
    await saved.getByRole('button', { name: 'Menu of Light, second try' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete the quiz' });
    await confirm.getByText('Are you sure you want to delete Light, second try?').waitFor();
    await confirm.getByRole('button', { name: answer }).click();
    await confirm.waitFor({ state: 'detached' });
  };
  await remove('Cancel');
  await saved.getByRole('button', { name: 'Light, second try', exact: true }).waitFor();
  await remove('Delete Quiz');
  await saved.getByText('Saved quizzes appear here.').waitFor();
  await page.reload();
  await saved.getByText('Saved quizzes appear here.').waitFor();
});

test('turns a dropped text file into a lesson that shows it as written', async () => {
  const { page, account } = await openSignedIn();
  const client = clientOf(account);
  const course = await client.createCourse('A course to drop on');
  await page.goto(`/upload?course=${course.id}`);
  const text = await readLessonText('economics');
  const transfer = await page.evaluateHandle((content) => {
    const made = new DataTransfer();
    made.items.add(new File([content], 'supply.txt', { type: 'text/plain' }));
    return made;
  }, text);
  const place = page.getByText('Drag a file here, or');
  await place.dispatchEvent('dragover', { dataTransfer: transfer });
  await place.dispatchEvent('drop', { dataTransfer: transfer });
  await page.getByText('supply.txt').waitFor();
  await eventually(() => page.getByLabel('Display name').inputValue()).toBe('supply');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await waitUntilUploaded(page, course.id, 'supply');
  await openLesson(page, 'supply');
  const shown = await page.getByRole('article', { name: 'Text of the lesson' }).textContent();
  const words = (of: string): string => of.replace(/^#+ /gmu, '').replace(/\s+/gu, '');
  expect(words(shown ?? '')).toBe(words(text));
});

test('opens the lesson at the highlighted evidence of a question', async () => {
  const { page, account } = await openSignedIn();
  const { course, lesson } = await makeTextLesson(account, await readLessonText('nursing'), {
    courseTitle: 'Nursing',
    title: 'Hand hygiene',
  });
  await page.goto(`/quiz?course=${course.id}&lesson=${lesson.id}`);
  await page.getByLabel('Number of questions').fill('2');
  const dialog = await generateQuiz(page);
  const chip = dialog.getByRole('link', { name: /^Evidence: (?!passage)/u }).first();
  const quote = await readQuote(chip);
  await chip.click();
  await page.waitForURL(`**/lessons/${lesson.id}?**`);
  const marks = page.getByRole('article', { name: 'Text of the lesson' }).locator('mark');
  await eventually(async () => lettersOf((await marks.allTextContents()).join(' '))).toBe(lettersOf(quote));
});
