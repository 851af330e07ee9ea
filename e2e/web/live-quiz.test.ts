import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { joinedAttempt, studentAttempt } from '#contract/attempts.ts';
import { sharedQuiz, type ChangeSharedQuizRequest, type SharedQuiz } from '#contract/shared-quizzes.ts';
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { openBrowser, openSignedIn } from './browser-test.ts';
import { clientOf, makeTextLesson, readLessonText } from './make-lessons.ts';
import { asJson, callAsStudent, share } from './student-calls.ts';

const QUESTIONS = 3;

async function openLiveView(
  settings: ChangeSharedQuizRequest,
): Promise<{ page: Page; quiz: SharedQuiz; keys: Map<string, string> }> {
  const { page, account } = await openSignedIn({ viewport: { width: 390, height: 844 } });
  const text = await readLessonText('history');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const client = clientOf(account);
  const { question_set: set, questions } = await client.generateQuestions(lesson.id, QUESTIONS);
  const { id } = await share(client, set.id, 'Cotton and steam');
  const quiz = await client.call(sharedQuiz, `/api/shared-quizzes/${id}/`, asJson('PATCH', settings));
  await page.goto(`/quiz-results/${id}`);
  await page.getByRole('link', { name: 'Live view' }).click();
  await page.getByRole('heading', { level: 1, name: 'Live: “Cotton and steam”' }).waitFor();
  await page.getByText('Answers appear here as they arrive.', { exact: true }).waitFor();
  const keyOf = (options: (typeof questions)[number]['options']): string =>
    options.find(({ is_correct: isCorrect }) => isCorrect)?.text ?? '';
  return { page, quiz, keys: new Map(questions.map(({ text: stem, options }) => [stem, keyOf(options)])) };
}

test('an instructor sees who joins and what they answer without loading the page again', async () => {
  const { page, quiz, keys } = await openLiveView({ time_limit_minutes: 30 });
  await page.getByText('No one has joined yet.', { exact: false }).waitFor();

  const { page: student } = await openBrowser({ viewport: { width: 390, height: 844 } });
  await student.goto(`/q/${quiz.code}`);
  await student.getByLabel('Your name').fill('Ada');
  await student.getByRole('button', { name: 'Start the quiz' }).click();
  const row = page.getByRole('row', { name: /^Ada/u });
  await row.getByText(`0 of ${QUESTIONS}`, { exact: true }).waitFor();
  await row.getByText(/^(?:29|30) minutes left$/u).waitFor();

  const legend = student.locator('legend');
  await legend.waitFor();
  const key = keys.get((await legend.textContent()) ?? '') ?? '';
  await student.getByRole('radio', { name: key, exact: true }).check();
  await row.getByText(`1 of ${QUESTIONS}`, { exact: true }).waitFor();
  await row.getByText('1 right', { exact: true }).waitFor();
  await page.getByText('1 joined, 0 submitted, 33% of the answers given.', { exact: true }).first().waitFor();
  const option = page.getByRole('listitem').filter({ hasText: key }).last();
  await option.getByText('1', { exact: true }).waitFor();
  expect(await page.getByText('(right)').count()).toBe(0);
  await page.getByLabel('Show the right answers').check();
  await option.getByText('(right)').waitFor();

  expect(await measureSidewaysScroll(page)).toBe(0);
  expect(await listViolationsInBothSchemes(page)).toEqual([]);

  await page.goto('/dashboard');
  const overview = page.getByRole('region', { name: 'Your classes' });
  await overview.getByText('1 attempt in the last seven days', { exact: true }).waitFor();
  await overview.getByText('1 attempt · 1 answering now', { exact: true }).waitFor();
  expect(await measureSidewaysScroll(page)).toBe(0);
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await overview.getByRole('link', { name: 'Cotton and steam' }).click();
  await row.getByText(`1 of ${QUESTIONS}`, { exact: true }).waitFor();
});

test('an instructor gives more time, closes, reopens and resets by keyboard', async () => {
  const { page, quiz } = await openLiveView({ time_limit_minutes: 10 });
  const { token } = await callAsStudent(
    joinedAttempt,
    `/api/q/${quiz.code}/join/`,
    asJson('POST', { name: 'Grace' }),
  );
  const read = () => callAsStudent(studentAttempt, '/api/attempt/', { method: 'GET' }, token);
  const { questions, deadline_at: deadline } = await read();
  await callAsStudent(
    z.unknown(),
    `/api/attempt/answers/${questions[0]?.key ?? 0}/`,
    asJson('PUT', {
      choice: 0,
      text: null,
      is_flagged: false,
      seconds_spent: 3,
      device: 'device-of-a-test',
      sequence: 1,
    }),
    token,
  );
  const row = page.getByRole('row', { name: /^Grace/u });
  await row.getByText(`1 of ${QUESTIONS}`, { exact: true }).waitFor();

  await page.getByLabel('Minutes').fill('20');
  await page.getByRole('button', { name: 'Extend everyone’s time' }).press('Enter');
  await page.getByText('Everyone has 20 more minutes.', { exact: true }).waitFor();
  const { deadline_at: extended } = await read();
  expect(Date.parse(extended ?? '') - Date.parse(deadline ?? '')).toBe(20 * 60_000);

  await page.getByRole('button', { name: 'Close the quiz' }).press('Enter');
  const closing = page.getByRole('dialog', { name: 'Close the quiz now?' });
  await closing.getByText('1 student is still answering.', { exact: false }).waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await closing.getByRole('button', { name: 'Close the quiz' }).press('Enter');
  await page.getByText('Closed', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Reopen the quiz' }).press('Enter');
  await page.getByText('Open', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Actions for Grace' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Reset the attempt' }).press('Enter');
  const reset = page.getByRole('dialog', { name: 'Reset the attempt of Grace?' });
  await reset.getByText('1 answer will be deleted', { exact: false }).waitFor();
  await reset.getByRole('button', { name: 'Reset', exact: true }).press('Enter');
  await page.getByText('No one has joined yet.', { exact: false }).waitFor();
});
