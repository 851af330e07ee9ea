import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { questionBank, type QuestionBank } from '#contract/question-bank.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import type { ApiClient } from '../api-client.ts';
import { openSignedIn } from './browser-test.ts';
import { stemOf } from './editor-steps.ts';
import { eventually } from './eventually.ts';
import { makeLessonWithBank } from './make-lessons.ts';
import { answerWith, INTERNAL_ERROR } from './simulated-server.ts';

const readBank = (client: ApiClient, lessonId: number): Promise<QuestionBank> =>
  client.call(questionBank, `/api/lessons/${lessonId}/question-bank/`);

/** A lesson with prepared questions. */
async function prepareLesson(account: Session) {
  const titles = { courseTitle: 'History', title: 'Cotton and steam' };
  const { client, lesson } = await makeLessonWithBank(account, 'history', titles);
  return { client, lesson, bank: await readBank(client, lesson.id) };
}

async function openBank(page: Page, lessonId: number): Promise<Locator> {
  await page.goto(`/lessons/${lessonId}/questions`);
  await page.getByRole('heading', { level: 1, name: 'Question bank' }).waitFor();
  const list = page.getByRole('list', { name: /ready$|of \d+ questions$/u });
  await list.getByRole('heading', { level: 3 }).first().waitFor();
  return list;
}

const stemsOf = (list: Locator): Promise<string[]> =>
  list.getByRole('heading', { level: 3 }).allTextContents();
const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

async function simulateBank(page: Page, bank: QuestionBank): Promise<void> {
  await page.route('**/question-bank/', (route) => route.fulfill({ json: bank }));
}

test('opens the questions from the lesson page and filters them', async () => {
  const { page, account } = await openSignedIn();
  const { lesson, bank } = await prepareLesson(account);
  await page.goto(`/lessons/${lesson.id}`);
  const count = bank.bank.ready_count;
  await page.getByRole('link', { name: `${count} questions ready` }).click();
  await page.getByRole('heading', { level: 1, name: 'Question bank' }).waitFor();
  const list = page.getByRole('list', { name: `${count} questions ready` });
  await eventually(() => stemsOf(list)).toEqual(bank.candidates.map(({ text }) => text));
  const difficulty = bank.candidates[0]!.difficulty;
  const kept = bank.candidates.filter((candidate) => candidate.difficulty === difficulty);
  const select = page.getByRole('combobox', { name: 'Difficulty' });
  await select.selectOption(difficulty);
  const filtered = page.getByRole('list', { name: `${kept.length} of ${count} questions` });
  await eventually(() => stemsOf(filtered)).toEqual(kept.map(({ text }) => text));
  // The address contains the filter, so it survives a reload.
  await page.reload();
  await filtered.waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await list.waitFor();
  await eventually(() => focusedText(page)).toBe(`${count} questions ready`);
  // The evidence opens the lesson at the quotation.
  await list
    .getByRole('link', { name: /^Evidence: /u })
    .first()
    .click();
  await page.waitForURL(/\/lessons\/\d+\?.*quote=/u);
});

test('edits a question in place and does not send an incomplete edit', async () => {
  const { page, account } = await openSignedIn();
  const { client, lesson, bank } = await prepareLesson(account);
  const first = bank.candidates.find(({ type }) => type === 'multiple_choice')!;
  const list = await openBank(page, lesson.id);
  await list.getByRole('button', { name: `Edit: ${first.text}` }).click();
  const number = bank.candidates.indexOf(first) + 1;
  const stem = stemOf(list, number);
  await eventually(() => stem.evaluate((field) => field === document.activeElement)).toBe(true);
  await list.getByRole('button', { name: 'Cancel' }).click();
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    `Edit: ${first.text}`,
  );
  await page.keyboard.press('Enter');
  await stem.fill(' ');
  // A stray Escape loses nothing.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await list.getByText(`Question ${number} has no text.`, { exact: true }).waitFor();
  await eventually(() => list.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  // The checks of the quiz editor.
  await stem.fill('Which mill did Richard Arkwright not build?');
  await list.getByText(/^The question is worded negatively/u).waitFor();
  await stem.fill('Who built the first mill?');
  await list.getByLabel(`Answer 1 of question ${number}`, { exact: true }).fill('Richard Arkwright');
  await list.getByRole('radio', { name: `Answer 1 of question ${number} is right` }).check();
  await list.getByRole('button', { name: 'Save' }).click();
  await stem.waitFor({ state: 'detached' });
  const edited = list.getByRole('listitem').filter({ hasText: 'Who built the first mill?' }).first();
  await edited.getByText('Edited', { exact: true }).waitFor();
  const { candidates } = await readBank(client, lesson.id);
  const kept = candidates.find(({ id }) => id === first.id)!;
  expect(kept).toMatchObject({ text: 'Who built the first mill?', is_edited: true });
  expect(kept.options[0]).toEqual({ text: 'Richard Arkwright', is_correct: true });
});

test('removes a rejected question immediately and restores its position with Undo or when the server fails', async () => {
  const { page, account } = await openSignedIn();
  const { client, lesson } = await prepareLesson(account);
  const list = await openBank(page, lesson.id);
  const before = await stemsOf(list);
  await list.getByRole('button', { name: `Reject: ${before[1]!}` }).click();
  await eventually(() => stemsOf(list)).toEqual(before.toSpliced(1, 1));
  await eventually(() => focusedText(page)).toBe(before[2]);
  await page.getByText('Question rejected', { exact: true }).waitFor();
  await eventually(async () =>
    (await readBank(client, lesson.id)).candidates.map(({ text }) => text),
  ).not.toContain(before[1]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => stemsOf(list)).toEqual(before);
  await eventually(() => focusedText(page)).toBe(before[1]);
  // The same by keyboard.
  await list.getByRole('button', { name: `Reject: ${before[0]!}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Question rejected', { exact: true }).waitFor();
  await page.keyboard.press('Control+z');
  await eventually(() => stemsOf(list)).toEqual(before);
  await eventually(() => focusedText(page)).toBe(before[0]);

  await answerWith(page, { path: /^\/api\/question-bank\/\d+\/$/u, method: 'DELETE' }, 500, INTERNAL_ERROR);
  await list.getByRole('button', { name: `Reject: ${before[0]!}` }).click();
  await page.getByText('The question could not be rejected', { exact: true }).waitFor();
  await eventually(() => stemsOf(list)).toEqual(before);
});

test('creates a quiz from a selection and adds questions to a saved one', async () => {
  const { page, account } = await openSignedIn();
  const { client, lesson, bank } = await prepareLesson(account);
  const [first, second, third] = bank.candidates.map(({ text }) => text);
  let list = await openBank(page, lesson.id);
  await list.getByRole('checkbox', { name: `Select: ${first!}` }).check();
  await list.getByRole('checkbox', { name: `Select: ${third!}` }).check();
  // The selection survives a visit to the lesson.
  await page.getByRole('link', { name: 'Back to the lesson' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cotton and steam' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Create quiz from 2 questions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await dialog.getByText('Question 2', { exact: true }).waitFor();
  await dialog.getByText(first!, { exact: true }).waitFor();
  await dialog.getByText(third!, { exact: true }).waitFor();
  const setId = Number(new URL(page.url()).searchParams.get('set'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Quiz saved successfully!').waitFor();
  list = await openBank(page, lesson.id);
  await list.getByRole('link', { name: /^In “/u }).first().waitFor();
  await list.getByRole('checkbox', { name: `Select: ${second!}` }).check();
  await page.getByRole('button', { name: 'Add to quiz...' }).click();
  const adding = page.getByRole('dialog', { name: 'Add 1 question to a quiz' });
  await adding.getByRole('button', { name: 'Add 1 question' }).click();
  await adding.getByText('Choose a quiz.', { exact: true }).waitFor();
  await adding.getByRole('radio').first().check();
  await adding.getByRole('button', { name: 'Add 1 question' }).click();
  await page.getByText(/^Added to /u).waitFor();
  await adding.waitFor({ state: 'detached' });
  await eventually(() => page.getByRole('region', { name: 'Selected questions' }).count()).toBe(0);
  const { questions, question_set: set } = await client.call(
    questionSetWithQuestions,
    `/api/question-sets/by_question_set/?question_set_id=${setId}`,
  );
  expect(questions.map(({ text }) => text)).toEqual([first, third, second]);
  expect(set.version).toBe(2);
});

test('explains a bank that failed or is off, starts it on request, and appends arriving questions', async () => {
  const { page, account } = await openSignedIn();
  const { lesson, bank } = await prepareLesson(account);
  const off: QuestionBank = {
    bank: { ...bank.bank, writer: 'qwen3:8b', status: 'off', ready_count: 0, target_count: 0 },
    candidates: [],
  };
  const preparing = (candidates: QuestionBank['candidates']): QuestionBank => ({
    bank: {
      ...bank.bank,
      status: 'preparing',
      ready_count: candidates.length,
      target_count: 24,
      seconds_left: 115,
    },
    candidates,
  });
  const [one, two, three] = bank.candidates;
  const note = 'The language model did not answer. Check its address, then try again.';
  await simulateBank(page, { ...off, bank: { ...off.bank, status: 'failed', note } });
  await page.goto(`/lessons/${lesson.id}/questions`);
  await page.getByText('Preparing questions failed', { exact: true }).waitFor();
  await page.getByText(note, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await simulateBank(page, off);
  await page.goto(`/lessons/${lesson.id}`);
  await page.getByText('No questions prepared yet', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Prepare questions' }).waitFor();
  await page.goto(`/lessons/${lesson.id}/questions`);
  await page.route('**/question-bank/prepare/', async (route) => {
    await simulateBank(page, preparing([two!, three!]));
    await route.fulfill({ status: 202, json: preparing([]).bank });
  });
  await page.getByRole('button', { name: 'Prepare questions' }).click();
  await page
    .getByText('Preparing questions: 2 of 24, about 2 minutes left', { exact: true })
    .first()
    .waitFor();
  const list = page.getByRole('list', { name: '2 questions ready' });
  await eventually(() => stemsOf(list)).toEqual([two!.text, three!.text]);
  await simulateBank(page, preparing([one!, two!, three!]));
  // The page polls, and the best question arrives last; the list must not move.
  await eventually(() => stemsOf(page.getByRole('list', { name: '3 questions ready' }))).toEqual([
    two!.text,
    three!.text,
    one!.text,
  ]);
});

test('shows on the quiz page how many questions are ready and the progress of a quiz', async () => {
  const { page, account } = await openSignedIn();
  const { lesson, bank } = await prepareLesson(account);
  await page.goto(`/quiz?course=${lesson.course}&lesson=${lesson.id}`);
  await page.getByRole('link', { name: `${bank.bank.ready_count} questions ready` }).waitFor();
  await page.getByText(/^\d+ of them go(?:es)? into this quiz\. /u).waitFor();
  await page.route('**/api/question-sets/generate/', () => undefined);
  await page.route('**/api/activity/', (route) =>
    route.fulfill({
      json: [
        {
          lesson_id: lesson.id,
          course_id: lesson.course,
          lesson_title: lesson.title,
          work: 'quiz',
          status: 'running',
          progress: 60,
          message: '6 of 10 questions ready, about 40 seconds left',
          started_at: '2026-11-23T10:00:00Z',
          ended_at: null,
        },
      ],
    }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Generate Quiz' }).click();
  await page.getByText('6 of 10 questions ready, about 40 seconds left', { exact: true }).waitFor();
  await page.getByText(/^This may take a while\. You can leave this page/u).waitFor();
});
