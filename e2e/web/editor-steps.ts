import type { Locator, Page } from 'playwright-core';
import type { Session } from '#contract/accounts.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { makeLessonWithBank } from './make-lessons.ts';

/** Draws a quiz from an inserted bank over HTTP; quiz.test.ts covers the screen. */
export async function makeQuiz(
  account: Session,
  { count = 3, name = 'history' }: { count?: number; name?: 'history' | 'economics' } = {},
): Promise<QuestionSetWithQuestions> {
  const { client, lesson } = await makeLessonWithBank(account, name);
  return client.generateQuestions(lesson.id, count);
}

export async function openEditor(
  page: Page,
  { question_set: set }: QuestionSetWithQuestions,
): Promise<Locator> {
  await page.goto(`/quiz?set=${set.id}`);
  return startEditing(page);
}

export async function startEditing(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit questions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit questions' });
  await stemOf(dialog, 1).waitFor();
  // The checker loads after the fields.
  await dialog.getByText(/^(?:No issues|\d+ questions? (?:has|have) an issue)$/u).waitFor();
  return dialog;
}

export const stemOf = (dialog: Locator, number: number): Locator =>
  dialog.getByLabel(`Question text of question ${number}`, { exact: true });

export const savedDraft = (dialog: Locator): Locator => dialog.getByText(/^Draft saved /u);

/** Of the element that has the focus: its label or its text. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });
