import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NOTHING_FOUND } from '#contract/assistant.ts';
import { openSignedIn } from '../browser-test.ts';
import { lettersOf, readQuote } from '../by-screen.ts';
import { eventually } from '../eventually.ts';
import { clientOf, makeTextLesson, readLessonText } from '../make-lessons.ts';

const MESSAGES = '**/api/assistant/messages/stream/';

const logOf = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' });

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
}

const showDashboard = (page: Page): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Dashboard' })
    .click();

/** The four figures of the dashboard in the order of their cards. */
async function readFigures(page: Page): Promise<Record<string, string>> {
  const figures = page.getByRole('region', { name: 'Figures' });
  const [labels, numbers] = [
    await figures.getByRole('term').allTextContents(),
    await figures.getByRole('definition').allTextContents(),
  ];
  return Object.fromEntries(labels.map((label, index) => [label, numbers[index] ?? '']));
}

test('shows sample figures on the dashboard until the user has data, then real ones', async () => {
  const { page } = await openSignedIn();
  await page.goto('/dashboard');
  await page.getByText('Sample figures', { exact: true }).waitFor();
  await eventually(() => readFigures(page)).toEqual({
    'Total Courses': '5',
    'Uploaded Lessons': '12',
    'Quizzes Generated': '4',
    'AI Chats': '27',
  });
  await page.getByRole('link', { name: 'AI Assistant' }).first().click();
  await say(page, 'What is chlorophyll?');
  await logOf(page).getByText(NOTHING_FOUND, { exact: true }).waitFor({ timeout: 60_000 });
  await showDashboard(page);
  await eventually(() => readFigures(page)).toEqual({
    'Total Courses': '0',
    'Uploaded Lessons': '0',
    'Quizzes Generated': '0',
    'AI Chats': '1',
  });
  await eventually(() => page.getByText('Sample figures', { exact: true }).count()).toBe(0);
});

test('greets, offers three actions and creates a quiz in the chat', async () => {
  const { page, account } = await openSignedIn();
  await makeTextLesson(account, await readLessonText('psychology'), {
    courseTitle: 'Psychology',
    title: 'Memory',
  });
  await clientOf(account).createCourse('Another course');
  await page.goto('/chat');
  const log = logOf(page);
  await log.getByText("Hello! I'm your AI Assistant. How can I help you today?", { exact: true }).waitFor();
  for (const card of ['Transcribe a video', 'Create a quiz', 'Generate summary']) {
    await page.getByRole('button', { name: new RegExp(`^${card}`, 'u') }).waitFor();
  }

  await say(page, 'please create a quiz');
  await log.getByText(/please create a quiz$/u).waitFor();
  const courses = log.getByRole('group', { name: 'Courses' });
  await eventually(() => courses.getByRole('button').count()).toBe(2);
  await courses.getByRole('button', { name: 'Psychology' }).click();
  await log.getByRole('list', { name: 'Lessons' }).getByRole('button', { name: 'Memory' }).click();

  const form = page.getByRole('dialog', { name: 'Create New Quiz' });
  await eventually(() =>
    form
      .getByRole('combobox', { name: 'Course' })
      .evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.text),
  ).toBe('Psychology');
  await eventually(() =>
    form
      .getByRole('combobox', { name: 'Lesson', exact: true })
      .evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.text),
  ).toBe('Memory');
  await eventually(() => form.getByRole('radio', { name: 'Cognitive Level' }).isChecked()).toBe(true);
  for (const criterion of ['Difficulty', 'Outcomes']) {
    await eventually(() => form.getByRole('radio', { name: criterion }).isChecked()).toBe(false);
  }
  const levels = form.getByRole('group', { name: 'Cognitive levels' }).getByRole('checkbox');
  await eventually(() =>
    levels.evaluateAll((boxes: HTMLInputElement[]) => boxes.map(({ value }) => value)),
  ).toEqual(['remember', 'understand', 'apply']);
  await eventually(() =>
    form.getByRole('combobox', { name: 'Difficulty' }).getByRole('option').allTextContents(),
  ).toEqual(['Easy', 'Medium', 'Hard', 'Mixed']);

  await form.getByLabel('Quiz name').fill('From the chat');
  await form.getByRole('checkbox', { name: 'Understand' }).check();
  await form.getByLabel('Number of questions').fill('3');
  const request = page.waitForRequest('**/api/question-sets/generate/');
  await form.getByRole('button', { name: 'Generate Quiz' }).click();
  expect((await request).postDataJSON()).toMatchObject({
    criteria: 'mcq',
    taxonomy_levels: ['understand'],
    n: 3,
  });
  // The preview replaces the form in the same dialog.
  const preview = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await preview.getByText('Question 1', { exact: true }).waitFor({ timeout: 60_000 });
  const made = await preview.getByText(/^Question \d+$/u).count();
  await eventually(() => preview.getByText("Bloom's level: Understand", { exact: true }).count()).toBe(made);
  await preview.getByRole('button', { name: 'Save', exact: true }).click();
  await preview.getByText('Quiz saved successfully!', { exact: true }).waitFor();
  await preview.getByRole('button', { name: 'Done' }).click();
  await log.getByText(/“From the chat” is ready/u).waitFor();
  await log.getByRole('link', { name: 'Open the quiz' }).click();
  await page.waitForURL(/\/quiz\?set=\d+$/u);
  await preview.getByText('From the chat').waitFor();
  await preview.getByRole('button', { name: 'Done' }).click();
  await preview.waitFor({ state: 'detached' });

  await showDashboard(page);
  await eventually(() => readFigures(page)).toEqual({
    'Total Courses': '2',
    'Uploaded Lessons': '1',
    'Quizzes Generated': '1',
    'AI Chats': '1',
  });
});

test('understands other requests for a quiz, and so does the card', async () => {
  const { page, account } = await openSignedIn();
  await clientOf(account).createCourse('The only course');
  await page.goto('/chat');
  const courses = logOf(page).getByRole('group', { name: 'Courses' });
  for (const [index, words] of ['A QUIZ FOR my class', 'generate quiz'].entries()) {
    await say(page, words);
    await eventually(() => courses.count()).toBe(index + 1);
  }
  await page.getByRole('button', { name: /^Create a quiz/u }).click();
  await eventually(() => courses.count()).toBe(3);
  await eventually(() => logOf(page).getByText('Let me check that for you...').count()).toBe(0);
});

test("answers a question from the user's lessons and shows the evidence", async () => {
  const { page, account } = await openSignedIn();
  const text = await readLessonText('biology');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'Biology', title: 'Photosynthesis' });
  await page.goto('/chat');
  const release = Promise.withResolvers<undefined>();
  await page.route(
    MESSAGES,
    async (route) => {
      await release.promise;
      await route.continue();
    },
    { times: 1 },
  );
  const log = logOf(page);
  await say(page, 'Where does the Calvin cycle take place?');
  // Shown before the server answers.
  await log.getByText('Let me check that for you...', { exact: true }).waitFor();
  release.resolve(undefined);
  await log
    .getByRole('paragraph')
    .filter({ hasText: /stroma/u })
    .first()
    .waitFor({ timeout: 60_000 });
  const sources = log.getByRole('list', { name: 'Evidence' });
  await eventually(() => sources.getByRole('link', { name: 'Photosynthesis' }).getAttribute('href')).toBe(
    `/lessons/${lesson.id}`,
  );
  // Right after the sentence that it supports.
  const chip = log.getByRole('link', { name: /^Evidence: .*, Photosynthesis$/u }).first();
  const quote = await readQuote(chip);
  expect(lettersOf(text)).toContain(lettersOf(quote));

  await say(page, 'Zorblax quimfrit vandelo?');
  await log.getByText(NOTHING_FOUND, { exact: true }).waitFor({ timeout: 60_000 });
  await eventually(() => log.getByText('Let me check that for you...', { exact: true }).count()).toBe(2);
  // Without an answer there is no evidence.
  await eventually(() => sources.count()).toBe(1);

  await chip.click();
  const marks = page.getByRole('article', { name: 'Text of the lesson' }).locator('mark');
  await eventually(async () => lettersOf((await marks.allTextContents()).join(' '))).toBe(lettersOf(quote));

  await page.goto('/chat');
  await page.getByRole('link', { name: /^Where does the Calvin cycle take place/u }).click();
  await log.getByText(NOTHING_FOUND, { exact: true }).waitFor();
  await eventually(() => readQuote(log.getByRole('link', { name: /^Evidence: / }).first())).toBe(quote);
});

test('explains a missing answer and lets the user ask again', async () => {
  const { page, account } = await openSignedIn();
  await makeTextLesson(account, await readLessonText('biology'), {
    courseTitle: 'Biology',
    title: 'Photosynthesis',
  });
  await page.goto('/chat');
  await page.route(MESSAGES, (route) => route.abort(), { times: 1 });
  await say(page, 'What is chlorophyll?');
  const log = logOf(page);
  await log.getByText(/^Lectern cannot be reached/u).waitFor();
  await log.getByRole('button', { name: 'Try again' }).click();
  await log
    .getByRole('paragraph')
    .filter({ hasText: /green pigment/u })
    .first()
    .waitFor({ timeout: 60_000 });
  await eventually(() => log.getByText(/^Lectern cannot be reached/u).count()).toBe(0);
});
