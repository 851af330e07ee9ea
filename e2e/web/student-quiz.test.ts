import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listViolations, measureSidewaysScroll } from './accessibility.ts';
import { openBrowser, openSignedIn } from './browser-test.ts';
import { clientOf, makeTextLesson, readLessonText } from './make-lessons.ts';

const QUESTIONS = 3;

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await listViolations(page), colorScheme).toEqual([]);
  }
  expect(await measureSidewaysScroll(page)).toBe(0);
}

/** Chooses the first option of the question on the screen and waits until it is saved. */
async function answerQuestion(page: Page, place: number): Promise<void> {
  await page.getByRole('heading', { name: `Question ${place} of ${QUESTIONS}` }).waitFor();
  await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/attempt/answers/') && response.ok()),
    page.getByRole('radio').first().check(),
  ]);
  await page.getByText('All answers are saved.', { exact: true }).waitFor();
}

test('a student opens a shared link, continues after a reload, submits and reads the feedback', async () => {
  const { page: instructor, account } = await openSignedIn();
  const text = await readLessonText('history');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const client = clientOf(account);
  const { question_set: set } = await client.generateQuestions(lesson.id, QUESTIONS);
  await client.call(z.unknown(), '/api/question-sets/save/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question_set_id: set.id, name: 'Cotton and steam' }),
  });

  await instructor.goto('/quiz');
  await instructor.getByRole('button', { name: 'Menu of Cotton and steam' }).click();
  await instructor.getByRole('menuitem', { name: 'Share with students' }).click();
  const dialog = instructor.getByRole('dialog');
  const link = await dialog.getByLabel('Link for students').inputValue();
  expect(link).toMatch(/\/q\/[A-Z0-9]{6,}$/u);
  await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
  expect(await listViolations(instructor)).toEqual([]);

  const { page } = await openBrowser({ viewport: { width: 390, height: 844 } });
  const sent: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/')) void response.text().then((body) => sent.push(body));
  });
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Cotton and steam' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Start the quiz' }).click();

  await answerQuestion(page, 1);
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('heading', { name: `Question 1 of ${QUESTIONS}` }).waitFor();
  expect(await page.getByRole('radio').first().isChecked()).toBe(true);
  for (let place = 1; place <= QUESTIONS; place += 1) {
    if (place > 1) await answerQuestion(page, place);
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await page.getByText(`${QUESTIONS} of ${QUESTIONS} answered`, { exact: true }).waitFor();
  await expectAccessible(page);
  expect(sent.length).toBeGreaterThan(QUESTIONS);
  expect(sent.join('')).not.toMatch(/is_correct|correct_option|explanation/u);
  await page.getByRole('button', { name: 'Submit' }).click();

  await page.getByRole('heading', { name: 'Submitted' }).waitFor();
  await page.getByText(new RegExp(`^[0-3] of ${QUESTIONS} points$`, 'u')).waitFor();
  expect(await page.getByText(/^\(your answer/u).count()).toBe(QUESTIONS);
  await page.getByRole('blockquote').getByRole('button').first().click();
  await page.getByRole('region', { name: 'From the lesson' }).waitFor();
  await expectAccessible(page);
});
