import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readPdf } from '#server/printing/testing/read-pdf.ts';
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { openSignedIn } from './browser-test.ts';
import { clientOf, makeTextLesson, readLessonText } from './make-lessons.ts';
import { asJson } from './student-calls.ts';

test('prints a saved quiz, after saying which characters the PDF cannot show', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 390, height: 800 } });
  const text = await readLessonText('history');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const client = clientOf(account);
  const { question_set: set } = await client.generateQuestions(lesson.id, 2);
  const named = asJson('POST', { question_set_id: set.id, name: 'Cotton' });
  await client.call(z.unknown(), '/api/question-sets/save/', named);

  await page.goto('/quiz');
  await page.getByRole('button', { name: 'Menu of Cotton' }).click();
  await page.getByRole('menuitem', { name: 'Print...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print Cotton' });
  await dialog.getByLabel('Title').fill('Exam');
  await dialog.getByLabel('Instructions').fill('Read about 光.');
  await dialog.getByLabel('Versions').selectOption('3');
  await dialog.getByLabel('Shuffle the questions').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  expect(await measureSidewaysScroll(page)).toBe(0);

  await dialog.getByRole('button', { name: 'Exam paper' }).click();
  await dialog.getByText('This PDF cannot show: 光').waitFor();
  const [withBox] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    dialog.getByRole('button', { name: 'Download anyway' }).click(),
  ]);
  expect(withBox.suggestedFilename()).toBe('Exam paper.pdf');
  const pages = await readPdf(await readFile(await withBox.path()));
  expect(pages.some((each) => each.includes('Version C') && each.includes('Read about □.'))).toBe(true);

  await dialog.getByLabel('Instructions').fill('');
  const [key] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    dialog.getByRole('button', { name: 'Answer key' }).click(),
  ]);
  expect(key.suggestedFilename()).toBe('Exam key.pdf');
  await dialog.getByText('Answer key downloaded').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Menu of Cotton');
});

test('downloads the study guide and the summary of a lesson from its menu', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 390, height: 800 } });
  const text = await readLessonText('history');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const client = clientOf(account);
  const document = asJson('POST', { lesson_id: lesson.id, docsource_id: lesson.docsource_id });
  await client.call(z.unknown(), '/api/summarize-file/', document);

  await page.goto(`/lessons/${lesson.id}`);
  await page.getByRole('button', { name: 'More for this lesson' }).click();
  await page.getByRole('menuitem', { name: 'Download...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download Cotton' });
  await dialog.getByText('This lesson has no transcript.').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  expect(await measureSidewaysScroll(page)).toBe(0);
  const [guide] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    dialog.getByRole('button', { name: 'Study guide as PDF' }).click(),
  ]);
  expect(guide.suggestedFilename()).toBe('Cotton study guide.pdf');
  expect((await readPdf(await readFile(await guide.path()))).join(' ')).toContain('Summary');
  const [summary] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    dialog.getByRole('button', { name: 'Summary as Markdown' }).click(),
  ]);
  expect(summary.suggestedFilename()).toBe('Cotton.md');
  expect(await readFile(await summary.path(), 'utf8')).toMatch(/^# Cotton\n/u);
});
