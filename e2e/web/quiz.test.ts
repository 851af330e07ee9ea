import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Session } from '../../contract/accounts.ts';
import type { ApiClient } from '../api-client.ts';
import { openSignedIn } from './browser-test.ts';
import { generateQuiz } from './by-screen.ts';
import { eventually } from './eventually.ts';
import { clientOf, makeTextLesson, readLessonText } from './make-lessons.ts';

const GENERATE = '**/api/question-sets/generate/';

async function openQuizForm(
  page: Page,
  account: Session,
  text?: string,
): Promise<{ client: ApiClient; courseId: number; lessonId: number }> {
  const { client, course, lesson } = await makeTextLesson(
    account,
    text ?? (await readLessonText('history')),
    {
      courseTitle: 'History',
      title: 'Cotton and steam',
    },
  );
  await page.goto(`/quiz?course=${course.id}&lesson=${lesson.id}`);
  await page.getByRole('combobox', { name: 'Lesson', exact: true }).waitFor();
  return { client, courseId: course.id, lessonId: lesson.id };
}

const questionsOf = (dialog: Locator): Locator => dialog.getByText(/^Question \d+$/u);
const savedOf = (page: Page): Locator => page.getByRole('region', { name: 'Saved quizzes' });

test('an essay quiz gives each question its key points and a rubric, and no options', async () => {
  const { page, account } = await openSignedIn();
  await openQuizForm(page, account);
  await page.getByLabel('Quiz name').fill('In your own words');
  await page.getByText('Essay', { exact: true }).click();
  await page.getByLabel('Number of questions').fill('3');
  const dialog = await generateQuiz(page);
  expect(await questionsOf(dialog).count()).toBe(3);
  await dialog.getByText('Essay', { exact: true }).waitFor();
  expect(await dialog.getByText('Key points', { exact: true }).count()).toBe(3);
  expect(await dialog.getByText('Rubric', { exact: true }).count()).toBe(3);
  for (const points of await dialog.locator('ol > li ul').all()) {
    expect(await points.getByRole('listitem').count()).toBeGreaterThan(0);
  }
  expect(await dialog.getByText('(correct answer)').count()).toBe(0);
  expect(await dialog.getByRole('link', { name: /^Source: / }).count()).toBe(3);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download (CSV)' }).click(),
  ]);
  const csv = (await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/u, '');
  const { data, meta } = Papa.parse<Record<string, string>>(csv, { header: true });
  expect(meta.fields).toEqual([
    ...['question_number', 'text', 'type', 'blooms_taxonomy', 'difficulty', 'outcome'],
  ]);
  expect(data.map(({ type }) => type)).toEqual(['essay', 'essay', 'essay']);
});

test('a lesson that cannot carry as many questions gives fewer, and says how many and why', async () => {
  const { page, account } = await openSignedIn();
  const [, section = ''] = (await readLessonText('biology')).split(/^## /mu);
  await openQuizForm(page, account, section);
  await page.getByLabel('Number of questions').fill('50');
  const dialog = await generateQuiz(page);
  const made = await questionsOf(dialog).count();
  expect(made).toBeLessThan(50);
  const note = dialog.getByRole('note');
  await note.getByText(`${made} of 50 questions were made.`, { exact: true }).waitFor();
  const reason = (await note.textContent())?.replace(`${made} of 50 questions were made.`, '').trim();
  expect(reason?.length).toBeGreaterThan(20);
});

test('the number of questions is between 1 and 50; anything else is said at its field and nothing is sent', async () => {
  const { page, account } = await openSignedIn();
  await openQuizForm(page, account);
  let asked = 0;
  await page.route(GENERATE, async (route) => {
    asked += 1;
    await route.continue();
  });
  const count = page.getByLabel('Number of questions');
  expect(await count.inputValue()).toBe('10');
  for (const wrong of ['0', '51', '']) {
    await count.fill(wrong);
    await page.getByRole('button', { name: 'Generate Quiz' }).click();
    await page.getByText('Number of questions must be between 1 and 50.', { exact: true }).waitFor();
    expect(await count.getAttribute('aria-invalid')).toBe('true');
    await eventually(() => count.evaluate((field) => field === document.activeElement)).toBe(true);
  }
  expect(asked).toBe(0);
  await count.fill('1');
  const dialog = await generateQuiz(page);
  expect(await questionsOf(dialog).count()).toBe(1);
  expect(asked).toBe(1);
});

test('the finer choices are folded away; opened, they are what the questions are made by', async () => {
  const { page, account } = await openSignedIn();
  await openQuizForm(page, account);
  const fold = page.getByRole('button', { name: 'More options' });
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByRole('checkbox', { name: 'Remember' }).isVisible()).toBe(false);
  await fold.click();
  expect(await fold.getAttribute('aria-expanded')).toBe('true');
  for (const level of ['Remember', 'Understand', 'Apply', 'Analyze', 'Evaluate', 'Create']) {
    await page.getByRole('checkbox', { name: level, exact: true }).waitFor();
  }
  for (const outcome of ['LO1', 'LO2', 'LO3']) {
    await page.getByRole('checkbox', { name: new RegExp(`^${outcome}`, 'u') }).waitFor();
  }
  await page.getByRole('checkbox', { name: 'Remember', exact: true }).check();
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('Easy');
  await page.getByLabel('Number of questions').fill('3');
  const request = page.waitForRequest(GENERATE);
  const dialog = await generateQuiz(page);
  expect((await request).postDataJSON()).toMatchObject({
    answer_style: 'multiple_choice',
    n: 3,
    taxonomy_levels: ['remember'],
    difficulty: 'easy',
  });
  const made = await questionsOf(dialog).count();
  expect(made).toBeGreaterThan(0);
  expect(await dialog.getByText("Bloom's level: Remember", { exact: true }).count()).toBe(made);
  expect(await dialog.getByText('Difficulty: Easy', { exact: true }).count()).toBe(made);
});

test('no quiz is made from a lesson that was neither transcribed nor ingested, and the way out is shown', async () => {
  const { page, account } = await openSignedIn();
  const client = clientOf(account);
  const course = await client.createCourse('Not read yet');
  const lesson = await client.createLesson({
    title: 'A talk',
    file: 'https://www.youtube.com/watch?v=M7lc1UVf-VE',
    course: course.id,
  });
  await page.goto('/quiz');
  expect(await page.getByRole('combobox', { name: 'Lesson', exact: true }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Course' }).selectOption({ label: 'Not read yet' });
  await page.getByRole('combobox', { name: 'Lesson', exact: true }).selectOption({ label: 'A talk' });
  await page
    .getByText(
      'This lesson has not been transcribed or ingested yet. Please transcribe (for video) or ingest (for PDF) before generating a quiz.',
      { exact: true },
    )
    .waitFor();
  expect(await page.getByRole('button', { name: 'Generate Quiz' }).isDisabled()).toBe(true);
  expect(await page.getByRole('link', { name: 'Open the lesson' }).getAttribute('href')).toBe(
    `/lessons/${lesson.id}`,
  );
});

test('closing a quiz that is not saved asks first, and it can be found again and saved later', async () => {
  const { page, account } = await openSignedIn();
  await openQuizForm(page, account);
  await page.getByLabel('Quiz name').fill('Half done');
  await page.getByLabel('Number of questions').fill('2');
  const dialog = await generateQuiz(page);
  const question = dialog.getByText(/^This quiz is not saved\. It is kept for 7 days/u);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor();
  await dialog.getByRole('button', { name: 'Keep it open' }).click();
  await question.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await question.waitFor();
  await dialog.getByRole('button', { name: 'Close without saving' }).click();
  await dialog.waitFor({ state: 'detached' });

  const saved = savedOf(page);
  await saved.getByRole('heading', { name: 'Not saved yet' }).waitFor();
  await page.reload();
  await saved.getByRole('heading', { name: 'Not saved yet' }).waitFor();
  await saved.getByRole('button', { name: 'Half done', exact: true }).click();
  await dialog.getByText('Question 2', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Quiz saved successfully!', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await saved.getByRole('heading', { name: 'Not saved yet' }).waitFor({ state: 'detached' });
  await saved.getByRole('button', { name: 'Half done', exact: true }).waitFor();
});

/** Real answers, but handed over only once they are asked for. */
async function holdAnswers(page: Page): Promise<{ reached: Promise<undefined>; release: () => void }> {
  const reached = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  await page.route(GENERATE, async (route) => {
    const answer = await route.fetch({ timeout: 60_000 });
    reached.resolve(undefined);
    await released.promise;
    await route.fulfill({ response: answer });
  });
  return { reached: reached.promise, release: () => released.resolve(undefined) };
}

test('the page may be left while a quiz is made: it waits under “Not saved yet”', async () => {
  const { page, account } = await openSignedIn();
  await openQuizForm(page, account);
  const held = await holdAnswers(page);
  await page.getByLabel('Quiz name').fill('Made meanwhile');
  await page.getByLabel('Number of questions').fill('3');
  await page.getByRole('button', { name: 'Generate Quiz' }).click();
  await page.getByRole('button', { name: 'Generating...' }).waitFor();
  await page.getByText('This may take a while. You can leave this page').waitFor();
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  await navigation.getByRole('link', { name: 'My Courses' }).click();
  await page.getByRole('heading', { level: 1, name: 'My Courses' }).waitFor();
  await navigation.getByRole('link', { name: 'Create Quiz' }).click();
  await page
    .getByText('A quiz is still being made. It appears under “Not saved yet” when it is done.')
    .waitFor();
  await held.reached;
  held.release();
  await savedOf(page).getByRole('button', { name: 'Made meanwhile', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await dialog.getByText('Question 3', { exact: true }).waitFor();
});

test('a page loaded anew while a quiz is made shows the quiz under “Not saved yet” all the same', async () => {
  const { page, account } = await openSignedIn();
  await openQuizForm(page, account);
  await page.getByLabel('Quiz name').fill('Made without a page');
  await page.getByLabel('Number of questions').fill('5');
  // The connection is gone, the work goes on.
  await Promise.all([
    page.waitForRequest(GENERATE),
    page.getByRole('button', { name: 'Generate Quiz' }).click(),
  ]);
  await page.getByRole('button', { name: 'Generating...' }).waitFor();
  await page.goto('/quiz');
  await savedOf(page)
    .getByRole('button', { name: 'Made without a page', exact: true })
    .waitFor({ timeout: 30_000 });
});

test('what goes wrong is said in the words of the answer, nothing that was chosen is lost, and a second try works', async () => {
  const { page, account } = await openSignedIn();
  await openQuizForm(page, account);
  await page.getByLabel('Quiz name').fill('On the second try');
  await page.getByLabel('Number of questions').fill('2');
  await page.route(
    GENERATE,
    (route) => route.fulfill({ status: 500, json: { error: 'The model is resting.' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Generate Quiz' }).click();
  await page.getByText('The model is resting.', { exact: true }).waitFor();
  await page.route(GENERATE, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.getByRole('button', { name: 'Generate Quiz' }).click();
  await page.getByText('Failed to generate quiz.', { exact: true }).waitFor();
  expect(await page.getByLabel('Quiz name').inputValue()).toBe('On the second try');
  const dialog = await generateQuiz(page);
  await page.route(
    '**/api/question-sets/save/',
    (route) => route.fulfill({ status: 500, json: { error: 'No room.' } }),
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Failed to save quiz: No room.', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Quiz saved successfully!', { exact: true }).waitFor();
});
