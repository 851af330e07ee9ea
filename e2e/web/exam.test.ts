import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { examPlan } from '#contract/exams.ts';
import { questionSetList } from '#contract/quizzes.ts';
import { openDatabase, openPool, type Database } from '#server/database/database.ts';
import { insertExamCandidates } from '#server/features/quizzes/exam/testing/insert-exam-candidates.ts';
import type { ApiClient } from '../api-client.ts';
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { makeTestDirectory, makeTextLesson } from './make-lessons.ts';

/** A course of two lessons, whose banks have three and two questions that ask to apply something. The rules write none. */
async function makeCourse(account: Session): Promise<{ client: ApiClient; courseId: number }> {
  const { client, course, lesson } = await makeTextLesson(account, 'Glaciers carve valleys out of rock.', {
    courseTitle: 'Earth and trade',
    title: 'Ice',
  });
  const file = join(await makeTestDirectory(), 'trade.txt');
  await writeFile(file, 'A tariff is a tax on imports.');
  const { url, docsource_id: docsourceId } = await client.uploadDocument(file);
  const details = { title: 'Trade', file: url, course: course.id, docsource_id: docsourceId };
  const second = await client.createLesson(details);
  const pool = openPool(inject('databaseUrl'), { maximumConnections: 1, onError: () => undefined });
  const database: Database = openDatabase(pool);
  const dependencies = { database };
  await insertExamCandidates({ dependencies }, lesson, 3, { level: 'apply' });
  await insertExamCandidates({ dependencies }, second, 2, { level: 'apply' });
  await database.destroy();
  return { client, courseId: course.id };
}

test('an instructor plans an exam, sees what is missing, and makes two versions', async () => {
  const { page, account } = await openSignedIn();
  const { client, courseId } = await makeCourse(account);
  await page.goto(`/course/${courseId}`);
  await page.getByRole('link', { name: 'Create exam' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create exam' }).waitFor();
  await page.getByRole('textbox', { name: 'Exam name' }).fill('Final');
  await page.getByText('A, B', { exact: true }).click();
  const cell = (of: string) => page.getByRole('textbox', { name: new RegExp(`^No outcome, ${of}: `, 'u') });
  // By keyboard: the next field is the next level.
  await cell('Apply').fill('2');
  await page.keyboard.press('Tab');
  await eventually(() => cell('Analyze').evaluate((field) => field === document.activeElement)).toBe(true);
  const bar = page.getByText(/^2 questions · 4 min · all ready/u);
  await bar.waitFor();

  await cell('Create').fill('3');
  await page.getByRole('heading', { level: 2, name: 'Missing questions' }).waitFor();
  await page.getByText('3 of 3 are missing.').waitFor();
  await page.getByRole('button', { name: /: questions from Ice, Create$/u }).waitFor();
  await page.getByText('3 missing', { exact: true }).first().waitFor();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await cell('Apply').waitFor();
    expect(await measureSidewaysScroll(page)).toBe(0);
    expect(await listViolationsInBothSchemes(page)).toEqual([]);
  }
  await cell('Create').fill('');
  await page.getByRole('heading', { level: 2, name: 'Missing questions' }).waitFor({ state: 'detached' });

  await bar.waitFor();
  await page.getByRole('button', { name: 'Create exam' }).click();
  const result = page.getByRole('heading', { level: 2, name: '2 versions are saved' });
  await result.waitFor();
  await eventually(() => result.evaluate((heading) => heading === document.activeElement)).toBe(true);
  const sets = await client.call(questionSetList, `/api/question-sets/?course_id=${courseId}`);
  expect(sets.map(({ name, question_count: count }) => [name, count]).toSorted()).toEqual([
    ['Final A', 2],
    ['Final B', 2],
  ]);
  // What was typed is there again after a reload.
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Create exam' }).waitFor();
  await eventually(() => cell('Apply').inputValue()).toBe('2');
  await eventually(() => page.getByRole('textbox', { name: 'Exam name' }).inputValue()).toBe('Final');

  await page.goto(`/quiz?set=${sets[0]?.id}`);
  await page
    .getByRole('heading', { name: sets[0]?.name ?? '' })
    .first()
    .waitFor();
});

test('a typing error is marked and changes nothing', async () => {
  const { page, account } = await openSignedIn();
  const { client, course } = await makeTextLesson(account, 'Plants turn light into sugar in their leaves.', {
    courseTitle: 'Plants',
    title: 'Leaves',
  });
  await page.goto(`/course/${course.id}/exam`);
  const field = page.getByRole('textbox', { name: /^No outcome, Apply: /u });
  await field.fill('3');
  const plan = () => client.call(examPlan, `/api/courses/${course.id}/exam-blueprint/`);
  await eventually(async () => (await plan()).blueprint.cells[0]?.count).toBe(3);
  await field.fill('many');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Tab');
  expect(await field.inputValue()).toBe('3');
  expect((await plan()).blueprint.cells[0]?.count).toBe(3);
});

test('an address without a course leads back to the courses', async () => {
  const { page } = await openSignedIn();
  await page.goto('/course/2000000000/exam');
  await page.getByRole('heading', { level: 1, name: 'No course found.' }).waitFor();
});
