import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { openBrowser } from '../browser-test.ts';
import {
  createCourseByScreen,
  generateQuiz,
  inOneLine,
  lettersOf,
  pickFileToUpload,
  readQuote,
  waitUntilUploaded,
} from '../by-screen.ts';
import { eventually } from '../eventually.ts';
import { makeTestDirectory, readLessonText } from '../make-lessons.ts';
import { insertBankOfShown } from '../question-banks.ts';

/** The real models write transcript, summary and questions, at a low priority. */
const LONG = { timeout: 300_000 };

async function registerByScreen(page: Page): Promise<void> {
  await page.goto('/welcome');
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await page.getByLabel('Email').fill(`journey-${process.pid}-${Date.now()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery');
  await page.locator('form').getByRole('button', { name: 'Register' }).click();
  await page.getByText('Your account is ready').waitFor();
  await page.waitForURL('/courses');
}

async function uploadFile(page: Page, courseId: number, path: string, title: string): Promise<void> {
  await pickFileToUpload(page, courseId, path);
  await page.getByLabel('Display name').fill(title);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await waitUntilUploaded(page, courseId, title);
  await page.getByRole('link', { name: 'Open the lesson' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

test(
  'registers, transcribes a recording, and turns a text into a summary and a saved quiz with a CSV file',
  LONG,
  async () => {
    const { page } = await openBrowser();
    await registerByScreen(page);
    const courseId = await createCourseByScreen(page, {
      title: 'Plant biology',
      description: 'How plants live on light.',
      department: 'Biology',
      outcomes: [['LIGHT', 'Explain how the light reactions store energy in ATP and NADPH.']],
    });

    const directory = await makeTestDirectory();
    const recording = join(directory, 'a_line.mp4');
    const { recordings } = await getTestModels(undefined);
    await makeVideoFromAudio({ audioPath: recordings.beckett, outputPath: recording });
    await uploadFile(page, courseId, recording, 'A line');
    await page.getByRole('button', { name: 'Create Transcription' }).click();
    const lines = page.getByRole('region', { name: 'Transcript', exact: true }).getByRole('listitem');
    await lines.first().waitFor({ timeout: 120_000 });
    await eventually(async () => (await lines.allTextContents()).join(' ')).toMatch(/:\d\d\s*\w+ \w+/u);

    // Two sections, which are summarized in seconds without a language model.
    const text = (await readLessonText('biology'))
      .split(/^(?=## )/mu)
      .slice(0, 3)
      .join('');
    const file = join(directory, 'photosynthesis.txt');
    await writeFile(file, text);
    await uploadFile(page, courseId, file, 'Photosynthesis');
    await page.getByRole('button', { name: 'Create Summary' }).click();
    await page.getByText('Summary created successfully', { exact: true }).waitFor({ timeout: 120_000 });
    const points = page.getByRole('tabpanel', { name: 'Summary' }).getByRole('listitem');
    const chips = points.getByRole('link', { name: /^Evidence: (?!passage)/u });
    const pointCount = await points.count();
    expect(pointCount).toBeGreaterThan(1);
    await eventually(() => chips.count()).toBe(pointCount);
    for (const chip of await chips.all()) expect(inOneLine(text)).toContain(await readQuote(chip));
    const quote = await readQuote(chips.last());
    await chips.last().click();
    const marks = page.getByRole('article', { name: 'Text of the lesson' }).locator('mark');
    await eventually(async () => lettersOf((await marks.allTextContents()).join(' '))).toBe(lettersOf(quote));

    // No language model is connected.
    await insertBankOfShown(page);
    await page.getByRole('link', { name: 'Create quiz', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Create New Quiz' }).waitFor();
    await eventually(() => page.getByLabel('Lesson', { exact: false }).last().inputValue()).not.toBe('');
    await page.getByLabel('Quiz name').fill('Light: week 1');
    await page.getByLabel('Number of questions').fill('3');
    const dialog = await generateQuiz(page);
    const count = await dialog.getByText(/^Question \d+$/u).count();
    expect(count).toBeGreaterThan(0);
    const options = await dialog.locator('ol ol').all();
    expect(options).toHaveLength(count);
    for (const list of options) {
      // Words and an icon mark the key, not only a color.
      const key = list.getByRole('listitem').filter({ hasText: '(right answer)' });
      await eventually(() => key.count()).toBe(1);
      const other = list.getByRole('listitem').filter({ hasNotText: '(right answer)' }).first();
      await eventually(() => key.locator('svg').innerHTML()).not.toBe(await other.locator('svg').innerHTML());
    }
    await eventually(() =>
      dialog
        .locator('ol')
        .getByRole('link', { name: /^Evidence: (?!passage)/u })
        .count(),
    ).toBe(count);

    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('alert').getByText('Quiz saved successfully!', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download (CSV)' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^quiz_Light week 1_\d{4}-\d\d-\d\d\.csv$/u);
    const csv = (await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/u, '');
    const { data, errors, meta } = Papa.parse<Record<string, string>>(csv, { header: true });
    expect(errors).toMatchObject([]);
    expect(meta.fields).toEqual([
      ...['question_number', 'text', 'type', 'blooms_taxonomy', 'difficulty', 'outcome'],
      ...['option_1', 'option_2', 'option_3', 'option_4', 'correct_option'],
    ]);
    expect(data).toHaveLength(count);
    for (const [index, row] of data.entries()) {
      expect(row).toMatchObject({ question_number: String(index + 1), type: 'multiple_choice' });
      await dialog.getByText(row['text'] ?? '', { exact: true }).waitFor();
      const key = options[index]!.getByRole('listitem').nth(Number(row['correct_option']) - 1);
      await key.getByText('(right answer)').waitFor();
      await eventually(() => key.textContent()).toContain(row[`option_${row['correct_option'] ?? ''}`]);
    }

    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`/course/${courseId}?tab=assignments`);
    await page.getByRole('tabpanel').getByText('Light: week 1').first().waitFor();
  },
);
