import { expect, test } from 'vitest';
import { listViolationsInBothSchemes } from './accessibility.ts';
import { openSignedIn } from './browser-test.ts';
import { call } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { makeLessonWithBank } from './make-lessons.ts';

test('ticks off the steps to a first quiz, and dismisses the guide for good', async () => {
  const { page, account } = await openSignedIn();
  await page.goto('/courses');
  const guide = page.getByRole('region', { name: 'Your first quiz in four steps' });
  await guide.waitFor();
  const { client, lesson } = await makeLessonWithBank(account, 'biology');
  const { question_set: set } = await client.generateQuestions(lesson.id, 1);
  await call(account, 'POST', '/api/question-sets/save/', { question_set_id: set.id, name: 'Cells' });
  await page.reload();
  await eventually(() => guide.getByText('(done)').count()).toBe(3);
  await eventually(() => guide.locator('[aria-current="step"]').textContent()).toContain('Create a summary');
  await guide.getByRole('button', { name: 'Dismiss the guide' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Add New Course' }).waitFor();
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
