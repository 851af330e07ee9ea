import { expect, test } from 'vitest';
import { openSignedIn } from '../browser-test.ts';
import { logOf, readFigures, say } from '../chat-steps.ts';
import { eventually } from '../eventually.ts';
import { clientOf, makeLessonWithBank } from '../make-lessons.ts';
import { goBySideNavigation } from '../screen-steps.ts';

test('creates a quiz in the chat, which the dashboard counts', async () => {
  const { page, account } = await openSignedIn();
  await makeLessonWithBank(account, 'psychology', { courseTitle: 'Psychology', title: 'Memory' });
  await clientOf(account).createCourse('Another course');
  await page.goto('/chat');
  const log = logOf(page);
  await log.getByText("Hello! I'm your AI Assistant. How can I help you today?", { exact: true }).waitFor();
  for (const card of ['Transcribe a video', 'Create a quiz', 'Generate summary'])
    await page.getByRole('button', { name: new RegExp(`^${card}`, 'u') }).waitFor();

  await say(page, 'please create a quiz');
  await log.getByText(/please create a quiz$/u).waitFor();
  const courses = log.getByRole('group', { name: 'Courses' });
  await eventually(() => courses.getByRole('button').count()).toBe(2);
  await courses.getByRole('button', { name: 'Psychology' }).click();
  await log.getByRole('list', { name: 'Lessons' }).getByRole('button', { name: 'Memory' }).click();

  const form = page.getByRole('dialog', { name: 'Create New Quiz' });
  for (const [name, title] of [
    ['Course', 'Psychology'],
    ['Lesson', 'Memory'],
  ] as const) {
    const chosen = form.getByRole('combobox', { name, exact: true });
    await eventually(() =>
      chosen.evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.text),
    ).toBe(title);
  }
  await eventually(() => form.getByRole('radio', { name: 'Cognitive Level' }).isChecked()).toBe(true);
  for (const criterion of ['Difficulty', 'Outcomes'])
    await eventually(() => form.getByRole('radio', { name: criterion }).isChecked()).toBe(false);
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
  await preview.getByText('Question 3', { exact: true }).waitFor();
  await eventually(() => preview.getByText("Bloom's level: Understand", { exact: true }).count()).toBe(3);
  await preview.getByRole('button', { name: 'Save', exact: true }).click();
  await preview.getByText('Quiz saved successfully!', { exact: true }).waitFor();
  await preview.getByRole('button', { name: 'Done' }).click();
  await log.getByText(/“From the chat” is ready/u).waitFor();
  await log.getByRole('link', { name: 'Open the quiz' }).click();
  await page.waitForURL(/\/quiz\/\d+$/u);
  await page.getByRole('heading', { level: 1, name: 'From the chat' }).waitFor();

  await goBySideNavigation(page, 'Dashboard');
  await eventually(() => readFigures(page)).toEqual({
    'Total Courses': '2',
    'Uploaded Lessons': '1',
    'Quizzes Generated': '1',
    'AI Chats': '1',
  });
});
