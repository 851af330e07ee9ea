import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { exportedQuiz } from '#contract/quiz-export.ts';
import { unzip } from '#server/features/quizzes/export/testing/unzip.ts';
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { clientOf, makeTextLesson, readLessonText } from './make-lessons.ts';
import { asJson } from './student-calls.ts';

test('downloads a saved quiz for another program, after saying what the format cannot hold', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 320, height: 700 } });
  const text = await readLessonText('history');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const client = clientOf(account);
  const { question_set: set, questions } = await client.generateQuestions(lesson.id, 2);
  const name = 'Cotton: steam';
  await client.call(
    z.unknown(),
    '/api/question-sets/save/',
    asJson('POST', { question_set_id: set.id, name }),
  );

  await page.goto('/quiz');
  await page.getByRole('button', { name: `Menu of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Other formats...' }).click();
  const dialog = page.getByRole('dialog', { name: `Download ${name}` });
  const aiken = dialog.getByRole('listitem').filter({ hasText: 'Aiken' });
  await aiken.getByText(`the evidence of ${questions.length} questions`).waitFor();
  expect(await dialog.getByText('Keeps everything.').count()).toBeGreaterThan(0);
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  expect(await measureSidewaysScroll(page)).toBe(0);

  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    dialog.getByRole('button', { name: 'Download as JSON' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('quiz_Cotton steam.json');
  const file = exportedQuiz.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
  expect(file.questions.map((question) => question.text)).toEqual(questions.map((question) => question.text));
  await dialog.getByText('JSON downloaded').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    `Menu of ${name}`,
  );

  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Other formats...' }).click();
  await dialog.getByRole('button', { name: 'Download as Moodle XML' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('dialog').getByRole('button', { name: 'Other formats...' }).waitFor();
});

test('downloads the question bank of a lesson and the questions of a course', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 390, height: 800 } });
  const text = await readLessonText('history');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const client = clientOf(account);
  await client.generateQuestions(lesson.id, 2);

  await page.goto(`/lessons/${lesson.id}/questions`);
  const open = page.getByRole('button', { name: 'Download', exact: true });
  await open.click();
  const bank = page.getByRole('dialog', { name: 'Download Cotton' });
  const [packageFile] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    bank.getByRole('button', { name: 'Download as QTI 2.1' }).click(),
  ]);
  expect(packageFile.suggestedFilename()).toBe('question_bank_Cotton.qti21.zip');
  const files = unzip(await readFile(await packageFile.path()));
  expect([...files.keys()].filter((name) => name.startsWith('items/')).length).toBeGreaterThan(1);
  await bank.getByText('QTI 2.1 downloaded').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  expect(await measureSidewaysScroll(page)).toBe(0);
  await page.keyboard.press('Escape');
  await bank.waitFor({ state: 'detached' });
  await eventually(() => open.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.goto(`/course/${lesson.course}`);
  await page.getByRole('button', { name: 'Download the questions of this course' }).click();
  const course = page.getByRole('dialog', { name: 'Download History' });
  await course.getByText('There are no questions to download yet.').waitFor();
  await course.getByRole('radio', { name: 'All question banks' }).check();
  const [spreadsheet] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    course.getByRole('button', { name: 'Download as Wayground (Excel)' }).click(),
  ]);
  expect(spreadsheet.suggestedFilename()).toBe('question_banks_History.xlsx');
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
});
