import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { measureSidewaysScroll } from './accessibility.ts';
import { openSignedIn, PHONE } from './browser-test.ts';
import { focusedName, openEditor, stemOf } from './editor-steps.ts';
import { eventually } from './eventually.ts';
import { makeLessonWithBank } from './make-lessons.ts';
import { answerWith, INTERNAL_ERROR } from './simulated-server.ts';

/** A quiz of drafts by the small model, and two more drafts in the bank. */
async function makeDrafts(account: Parameters<typeof makeLessonWithBank>[0], count = 10) {
  const { client, lesson } = await makeLessonWithBank(account, 'history', {
    areDrafts: true,
    count: count + 2,
  });
  return client.generateQuestions(lesson.id, count);
}

const accepted = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const position = (page: Page, number: number, count = 10) =>
  page.getByRole('heading', { name: `Question ${number} of ${count}` }).waitFor();
const stem = (page: Page, text: string | undefined) => page.getByText(text ?? '', { exact: true }).waitFor();

test('accepts ten drafts by keys, then exports them without asking', async () => {
  const { page, account } = await openSignedIn();
  const quiz = await makeDrafts(account);
  const stems = quiz.questions.map(({ text }) => text);
  await page.goto(`/quiz?set=${quiz.question_set.id}`);
  await page.getByRole('link', { name: 'Review drafts' }).click();
  await page.waitForURL(`/quiz/${quiz.question_set.id}/review`);
  await position(page, 1);
  await accepted(page, '0 of 10 accepted');

  // The evidence appears in context, and links to the lesson.
  const evidence = page.getByRole('region', { name: 'Evidence' });
  const quote = quiz.questions[0]?.evidence?.quote ?? '';
  await eventually(() => evidence.locator('mark').textContent()).toContain(quote);
  await eventually(async () => (await evidence.getByRole('paragraph').textContent())?.length).toBeGreaterThan(
    quote.length + 50,
  );
  const link = await evidence.getByRole('link', { name: /^Evidence: /u }).getAttribute('href');
  expect(link).toMatch(/^\/lessons\/\d+\?.*quote=/u);

  await page.keyboard.press('a');
  await position(page, 2);
  await accepted(page, '1 of 10 accepted');
  // Screen readers announce the next question.
  await page
    .getByRole('status')
    .filter({ hasText: `Question 1 accepted. Question 2 of 10: ${stems[1] ?? ''}` })
    .waitFor();

  await page.keyboard.press('s');
  await page.getByText('Skipped. Question 2 is now another one from the question bank.').waitFor();
  await eventually(() => page.getByText(stems[1] ?? '', { exact: true }).count()).toBe(0);
  const shown = page.getByRole('region', { name: 'Question 2 of 10' });
  const replacement = await shown.getByRole('paragraph').first().textContent();
  expect(stems).not.toContain(replacement);
  await page.keyboard.press('ControlOrMeta+z');
  await stem(page, stems[1]);
  await page.keyboard.press('u');
  await page.getByText('Undone: question 1 is a draft again.').waitFor();
  await position(page, 1);
  await page.keyboard.press('a');
  await position(page, 2);
  await page.keyboard.press('s');
  await page.getByText('Skipped. Question 2 is now another one from the question bank.').waitFor();
  await page.keyboard.press('a');
  await position(page, 3);

  // The server keeps progress and steps across a reload.
  await page.reload();
  await accepted(page, '2 of 10 accepted');
  await position(page, 3);
  await page.keyboard.press('z');
  await page.getByText('Undone: question 2 is a draft again.').waitFor();
  await position(page, 2);
  await page.keyboard.press('a');
  for (let number = 3; number <= 10; number += 1) {
    await position(page, number);
    await page.keyboard.press('a');
  }
  await page.getByRole('heading', { name: '10 of 10 accepted' }).waitFor();
  await eventually(() => focusedName(page)).toBe('10 of 10 accepted');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Quiz saved successfully!', { exact: true }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^quiz_/u);
});

test('edits a draft in place with live checks, and undoes the edit', async () => {
  const { page, account } = await openSignedIn();
  const quiz = await makeDrafts(account, 3);
  const first = quiz.questions[0]?.text ?? '';
  await page.goto(`/quiz/${quiz.question_set.id}/review`);
  await position(page, 1, 3);
  await page.keyboard.press('e');
  const field = stemOf(page.getByRole('main'), 1);
  // Review keys are ignored while typing.
  await field.fill('');
  await page.keyboard.type('Which of these did not use a spinning mule?');
  await page.getByText(/^The question is worded negatively/u).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('What uses steam?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByText('Question 1 edited and accepted.').waitFor();
  await position(page, 2, 3);
  await accepted(page, '1 of 3 accepted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone: question 1 is as it was before the edit.').waitFor();
  await stem(page, first);
  await accepted(page, '0 of 3 accepted');

  // A failure changes nothing, and the next attempt works.
  const restore = await answerWith(page, { path: /\/review\/$/u, method: 'POST' }, 500, INTERNAL_ERROR);
  await page.keyboard.press('a');
  await page.getByText(/^That did not work: /u).waitFor();
  await restore();
  await page.keyboard.press('a');
  await position(page, 2, 3);
});

test('on a phone, accepts, edits and skips drafts by touch', async () => {
  const { page, account } = await openSignedIn(PHONE);
  const quiz = await makeDrafts(account, 3);
  await page.goto(`/quiz/${quiz.question_set.id}/review`);
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).tap();
  await position(page, 1, 3);
  await eventually(() => measureSidewaysScroll(page)).toBe(0);
  await press('Accept');
  await position(page, 2, 3);
  await press('Edit');
  await stemOf(page.getByRole('main'), 2).fill('What uses steam?');
  await press('Save and accept');
  await position(page, 3, 3);
  await press('Skip');
  await page.getByText('Skipped. Question 3 is now another one from the question bank.').waitFor();
  await press('Accept');
  await page.getByRole('heading', { name: '3 of 3 accepted' }).waitFor();
});

test('asks before saving, exporting or publishing drafts, on every screen', async () => {
  const { page, account } = await openSignedIn();
  const quiz = await makeDrafts(account, 3);
  const { id, name } = quiz.question_set;
  const dialog = page.getByRole('dialog', { name: 'Unreviewed drafts' });
  const asks = () => dialog.getByText(/^3 of 3 questions are unreviewed drafts\./u).waitFor();
  await page.goto('/quiz');
  await page.getByRole('button', { name: `Menu of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await asks();
  await dialog.getByRole('button', { name: 'Rename and save' }).click();
  await page.getByRole('dialog', { name: 'Rename the quiz' }).getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/quiz?set=${id}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await asks();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText('Quiz saved successfully!', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Download (CSV)' }).click();
  await asks();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download anyway' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/u);

  await page.goto('/quiz');
  await page.getByRole('button', { name: `Menu of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Download (CSV)' }).click();
  await asks();
  await page.keyboard.press('Escape');

  const editor = await openEditor(page, quiz);
  await stemOf(editor, 1).fill('What uses steam?');
  await editor.getByRole('button', { name: 'Publish changes' }).click();
  await dialog.getByText(/^2 of 3 questions are unreviewed drafts\./u).waitFor();
  await dialog.getByRole('button', { name: 'Review them' }).click();
  await page.waitForURL(`/quiz/${id}/review`);
});

test('reviews a quiz without drafts too', async () => {
  const { page, account } = await openSignedIn();
  const { client, lesson } = await makeLessonWithBank(account, 'history', {});
  const { question_set: set } = await client.generateQuestions(lesson.id, 2);
  await page.goto(`/quiz?set=${set.id}`);
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await position(page, 1, 2);
  await page.getByRole('button', { name: 'Next' }).click();
  await position(page, 2, 2);
  await page.keyboard.press('a');
  await page.getByRole('heading', { name: '2 of 2 accepted' }).waitFor();
});

test('explains the difficulty of a question until Escape is pressed', async () => {
  const { page, account } = await openSignedIn();
  const { client, lesson } = await makeLessonWithBank(account, 'history', {});
  const { question_set: set } = await client.generateQuestions(lesson.id, 1);
  await page.goto(`/quiz/${set.id}/review`);
  const button = page.getByRole('button', { name: 'Why question 1 has this difficulty' });
  const reason = page.getByText(/^Looks (?:easy|medium|hard)$/iu);
  await button.click();
  await reason.waitFor();
  await page.keyboard.press('Escape');
  await reason.waitFor({ state: 'hidden' });
  await button.click();
  await reason.waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await reason.waitFor({ state: 'hidden' });
});
