import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { openSignedIn } from './browser-test.ts';
import { generateQuiz } from './by-screen.ts';
import { eventually } from './eventually.ts';
import { clientOf, makeLessonWithBank, makeTextLesson, readLessonText } from './make-lessons.ts';

const GENERATE = '**/api/question-sets/generate/';

/** Opens the form for a lesson from whose bank quizzes are drawn. */
async function openQuizForm(page: Page, account: Session): Promise<void> {
  const { course, lesson } = await makeLessonWithBank(account, 'history');
  await page.goto(`/quiz?course=${course.id}&lesson=${lesson.id}`);
  await page.getByRole('combobox', { name: 'Lesson', exact: true }).waitFor();
}

const questionsOf = (dialog: Locator): Locator => dialog.getByText(/^Question \d+$/u);
const savedOf = (page: Page): Locator => page.getByRole('region', { name: 'Saved quizzes' });

test('returns fewer questions than requested and says how many and why', async () => {
  const { page, account } = await openSignedIn();
  const { course, lesson } = await makeLessonWithBank(account, 'biology');
  await page.goto(`/quiz?course=${course.id}&lesson=${lesson.id}`);
  await page.getByRole('combobox', { name: 'Lesson', exact: true }).waitFor();
  await page.getByLabel('Number of questions').fill('50');
  const dialog = await generateQuiz(page);
  const made = await questionsOf(dialog).count();
  expect(made).toBeLessThan(50);
  const note = dialog.getByRole('note');
  await note.getByText(`Questions in this quiz: ${made} of 50 requested.`, { exact: true }).waitFor();
  const reason = (await note.textContent())
    ?.replace(`Questions in this quiz: ${made} of 50 requested.`, '')
    .trim();
  expect(reason?.length).toBeGreaterThan(20);
});

test.each([
  ['none', 'Questions need a language model. Without one, you get facts to write questions about.', true],
  [
    'small',
    'With the small model, you get drafts for remembering and understanding, but no hard questions.',
    true,
  ],
  ['strong', null, false],
] as const)('says before generation what to expect: %s model', async (strength, note, isLimited) => {
  const { page, account } = await openSignedIn();
  const { course, lesson } = await makeTextLesson(account, await readLessonText('history'), {
    courseTitle: 'Rome',
    title: 'The republic',
  });
  await page.route('**/api/language-model/', async (route) => {
    const overview: unknown = await (await route.fetch()).json();
    await route.fulfill({ json: Object.assign({}, overview, { strength, administrators: ['Ada'] }) });
  });
  await page.goto(`/quiz?course=${course.id}&lesson=${lesson.id}`);
  const form = page.getByRole('form', { name: 'Create New Quiz' });
  const hard = form
    .getByRole('combobox', { name: 'Difficulty' })
    .getByRole('option', { name: 'Hard', includeHidden: true });
  await form.getByRole('button', { name: 'More options' }).click();
  await eventually(() => hard.isDisabled()).toBe(isLimited);
  await eventually(() => form.getByRole('note').allTextContents()).toEqual(
    note === null ? [] : [`${note} Ask Ada, who administers this Lectern, to connect a language model.`],
  );
});

test('refuses a quiz for a lesson without text and shows what to do', async () => {
  const { page, account } = await openSignedIn();
  const client = clientOf(account);
  const course = await client.createCourse('Not read yet');
  const lesson = await client.createLesson({
    title: 'A talk',
    file: 'https://www.youtube.com/watch?v=M7lc1UVf-VE',
    course: course.id,
  });
  await page.goto('/quiz');
  await eventually(() => page.getByRole('combobox', { name: 'Lesson', exact: true }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Course' }).selectOption({ label: 'Not read yet' });
  await page.getByRole('combobox', { name: 'Lesson', exact: true }).selectOption({ label: 'A talk' });
  await page
    .getByText(
      'This lesson has not been transcribed or ingested yet. Please transcribe (for video) or ingest (for PDF) before generating a quiz.',
      { exact: true },
    )
    .waitFor();
  await eventually(() => page.getByRole('button', { name: 'Generate Quiz' }).isDisabled()).toBe(true);
  await eventually(() => page.getByRole('link', { name: 'Open the lesson' }).getAttribute('href')).toBe(
    `/lessons/${lesson.id}`,
  );
});

test('asks before it closes an unsaved quiz, which can be saved later', async () => {
  const { page, account } = await openSignedIn();
  await openQuizForm(page, account);
  await page.getByLabel('Quiz name').fill('Half done');
  await page.getByLabel('Number of questions').fill('2');
  const dialog = await generateQuiz(page);
  const question = dialog.getByText(/^This quiz is not saved\. It stays under “Not saved yet”/u);
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

/** Holds real answers until the test releases them. */
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

test('lists a quiz under “Not saved yet” when the user left during generation', async () => {
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
    .getByText('A quiz is still being generated. It appears under “Not saved yet” when it is ready.')
    .waitFor();
  await held.reached;
  held.release();
  await savedOf(page).getByRole('button', { name: 'Made meanwhile', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await dialog.getByText('Question 3', { exact: true }).waitFor();
});
