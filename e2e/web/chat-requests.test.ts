import { expect, test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { makeCourse, makeTextLesson } from './calls-over-http.ts';
import { logOf, say } from './chat-steps.ts';
import { makeLessonWithBank, makeTextLesson as uploadTextLesson, readLessonText } from './make-lessons.ts';
import { holdAnswers } from './simulated-server.ts';
import { eventually } from './eventually.ts';

/* Requests in plain words: the assistant does what they say, in the conversation. */

const TITLES = { courseTitle: 'Biology', title: 'Photosynthesis' };

test('does what plain words ask for in the chosen lesson, and shows quizzes again after a reload', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 390, height: 844 } });
  const { course, lesson } = await makeLessonWithBank(account, 'biology', {
    ...TITLES,
    stems: [
      'What is chlorophyll?',
      'Where does the Calvin cycle take place?',
      'What is photosynthesis?',
      'What is cellular respiration?',
    ],
  });
  await page.goto(`/chat?course=${course.id}&lesson=${lesson.id}`);
  const log = logOf(page);

  // Nothing can be sent while an answer is written.
  const answered = () => page.getByRole('button', { name: 'Send' }).waitFor();

  // A suggestion is answered.
  const suggestions = page.getByRole('region', { name: 'Your lessons answer these questions:' });
  await suggestions.getByRole('button').first().click({ timeout: 90_000 });
  await log.getByRole('list', { name: 'Evidence' }).first().waitFor({ timeout: 60_000 });
  await suggestions.waitFor({ state: 'detached' });
  await answered();

  await say(page, 'Hello');
  await log.getByText(/^Hello! Ask a question about your lessons/u).waitFor();
  await answered();

  await say(page, 'What can you do?');
  await log.getByText(/^The assistant answers questions from your lessons/u).waitFor();
  await answered();

  await say(page, 'What should I know for the exam?');
  await log.getByText(/^For the exam, be ready/u).waitFor();
  await answered();

  await say(page, 'summarize this lesson');
  await log.getByText('The main points of “Photosynthesis”:').waitFor({ timeout: 60_000 });

  const request = page.waitForRequest('**/api/question-sets/generate/');
  await say(page, 'write two questions about chlorophyll');
  expect((await request).postDataJSON()).toMatchObject({ n: 2 });
  await log.getByText('Question 1', { exact: true }).waitFor({ timeout: 60_000 });

  await say(page, 'quiz me');
  await log.getByText('Question 1 of 5').waitFor({ timeout: 60_000 });
  let right = 0;
  for (let number = 1; number <= 5; number += 1) {
    await log.getByText(`Question ${number} of 5`).waitFor();
    const option = log.locator('button[aria-pressed]').first();
    await option.click();
    const feedback = log.getByText(/^(?:Right\.|Not right\. The right answer: )/u);
    const isRight = (await feedback.textContent()) === 'Right.';
    await eventually(() => option.getAttribute('data-right')).toBe(isRight ? 'true' : null);
    if (isRight) right += 1;
    await log.getByRole('button', { name: 'Next question' }).click();
  }
  await log.getByText(`You answered ${right} of 5 questions right.`).waitFor();

  await page.reload();
  await log.getByText('Question 1 of 5').waitFor();
  await log.getByText('Question 1', { exact: true }).waitFor();
  await log.getByText('The main points of “Photosynthesis”:').waitFor();
}, 300_000);

test('asks for no choice in an account with one lesson, and says what the lesson lacks', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers');
  await makeTextLesson(account, course.id, 'Deltas');
  const lessons = page.waitForResponse('**/api/lessons/by_course/**');
  await page.goto('/chat');
  await lessons;
  const log = logOf(page);
  await say(page, 'write five hard questions on page 2');
  await log.getByText('This lesson has no pages. Name a topic instead.').waitFor();
  await say(page, 'summarize this lesson');
  await log.getByText('The main points of “Deltas”:').waitFor({ timeout: 60_000 });

  await say(page, 'create a quiz');
  await log.getByRole('button', { name: 'Rivers' }).click();
  await log.getByRole('button', { name: 'Deltas' }).click();
  const form = page.getByRole('dialog', { name: 'Create New Quiz' });
  await form.getByText('This course has no learning outcomes to choose from.').waitFor();
  await eventually(() => form.getByRole('radio', { name: 'Outcomes' }).isDisabled()).toBe(true);
});

test('a quiz about an answer asks about the passages of the answer, and stays after a reload', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 1440, height: 900 } });
  await makeLessonWithBank(account, 'biology', { ...TITLES, count: 24 });
  await page.goto('/chat');
  const log = logOf(page);
  await say(page, 'What is chlorophyll?');
  await log.getByRole('button', { name: 'Create a quiz about this' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Create New Quiz' });
  const only = dialog.getByRole('checkbox', { name: 'Only about the passages of the answer' });
  await eventually(() => only.isChecked()).toBe(true);
  const generate = dialog.getByRole('button', { name: 'Generate Quiz' });
  await dialog.getByText(/ of them go into this quiz\./u).waitFor();
  // All of the form is in sight.
  await eventually(() =>
    dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  ).toBe(0);
  const [request] = await Promise.all([
    page.waitForRequest('**/api/question-sets/generate/'),
    generate.click(),
  ]);
  const { passage_ids: passageIds } = request.postDataJSON() as { passage_ids: string[] };
  expect(passageIds.length).toBeGreaterThan(0);
  const result = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await result.getByText('Question 1', { exact: true }).waitFor({ timeout: 120_000 });
  await result.getByRole('button', { name: 'Save', exact: true }).click();
  await result.getByRole('button', { name: 'Done' }).click();
  await log.getByText(/is ready: \d+ questions?\./u).waitFor();
  await page.reload();
  await log.getByText(/^“Quiz: Photosynthesis”: \d+ questions?\.$/u).waitFor();
}, 300_000);

test('a question that is stopped before its answer began is stored once', async () => {
  const { page, account } = await openSignedIn();
  await uploadTextLesson(account, await readLessonText('biology'), TITLES);
  await page.goto('/chat');
  const release = await holdAnswers(page, { path: /\/api\/assistant\/messages\/stream\/$/u });
  await say(page, 'What is chlorophyll?');
  await page.getByRole('button', { name: 'Stop' }).click();
  release();
  const log = logOf(page);
  await log.getByText('You stopped this answer before its first sentence.').waitFor();
  await log.getByRole('button', { name: 'Try again' }).click();
  await log
    .getByRole('paragraph')
    .filter({ hasText: /green pigment/u })
    .first()
    .waitFor({ timeout: 60_000 });
  await page.reload();
  await log
    .getByText(/What is chlorophyll\?$/u)
    .first()
    .waitFor();
  await eventually(() => log.getByText(/What is chlorophyll\?$/u).count()).toBe(1);
});
