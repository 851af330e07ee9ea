import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { focusedName, makeQuiz, openEditor, savedDraft, startEditing, stemOf } from './editor-steps.ts';
import { eventually } from './eventually.ts';
import { makeLessonWithBank } from './make-lessons.ts';
import { holdAnswers } from './simulated-server.ts';

const DRAFT = '**/api/question-sets/*/draft/';

const listStems = (dialog: Locator): Promise<string[]> =>
  dialog
    .getByLabel(/^Question text of question \d+$/u)
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));

test('dismisses an issue with a reason, which is kept, and restores it', async () => {
  const { page, account } = await openSignedIn();
  const made = await makeQuiz(account, { count: 1 });
  let dialog = await openEditor(page, made);
  await stemOf(dialog, 1).fill('Which of these mills did Arkwright not build?');
  const issue = /^The question is worded negatively/u;
  await dialog.getByText(issue).waitFor();
  const dismiss = dialog.getByRole('button', { name: /^Dismiss this issue: The question is worded neg/u });
  await dismiss.click();
  const reason = dialog.getByLabel('Why is the question right as it is?');
  // Escape closes the field, not the editor.
  await page.keyboard.press('Escape');
  await eventually(() => focusedName(page)).toMatch(/^Dismiss this issue/u);
  await dismiss.click();
  await reason.fill('The exam board words it so.');
  await page.keyboard.press('Enter');
  await dialog.getByText(/^Dismissed: The question is worded negatively/u).waitFor();
  await eventually(() => focusedName(page)).toMatch(/^Restore this issue/u);
  await dialog.getByText('No issues', { exact: true }).waitFor();
  await savedDraft(dialog).waitFor();

  await page.reload();
  dialog = await startEditing(page);
  await dialog.getByText('Your reason: The exam board words it so.').waitFor();
  await dialog.getByRole('button', { name: 'Publish changes' }).click();
  const reading = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await reading.getByText('The changes were published as version 2.', { exact: true }).waitFor();
  await eventually(() => reading.getByText(issue).count()).toBe(0);

  dialog = await startEditing(page);
  await dialog.getByRole('button', { name: /^Restore this issue/u }).click();
  await dialog.getByText(issue).waitFor();
  await dialog.getByText('1 question has an issue', { exact: true }).waitFor();
});

test('replaces a question and restores it with undo', async () => {
  const { page, account } = await openSignedIn();
  const dialog = await openEditor(page, await makeQuiz(account, { name: 'economics' }));
  const before = await listStems(dialog);
  // The bank answers too fast to see the note.
  const release = await holdAnswers(page, { path: /\/regenerate\/$/u });
  await dialog.getByRole('button', { name: 'Replace question 2' }).click();
  await dialog.getByText('Generating another question. This one stays until it is ready.').waitFor();
  await eventually(() => listStems(dialog)).toEqual(before);
  release();
  await dialog
    .getByText('Question replaced. Choose Undo to restore the old one.')
    .waitFor({ timeout: 60_000 });
  const after = await listStems(dialog);
  expect([after[0], after[2]]).toEqual([before[0], before[2]]);
  expect(before).not.toContain(after[1]);
  await eventually(() => focusedName(page)).toBe('Replace question 2');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => listStems(dialog)).toEqual(before);
});

test('counts the draft in the coverage map and generates a question for an empty section', async () => {
  const { page, account } = await openSignedIn();
  const dialog = await openEditor(page, await makeQuiz(account, { name: 'economics' }));
  await dialog.getByRole('tab', { name: 'Coverage' }).click();
  const table = dialog.getByRole('table', { name: "Number of questions by section and Bloom's level" });
  await table.waitFor();
  await eventually(() => table.getByRole('columnheader').allTextContents()).toEqual([
    ...['Section', 'Remember', 'Understand', 'Apply', 'Analyze', 'Evaluate', 'Create'],
  ]);
  const countAll = async (): Promise<number> =>
    (await table.getByRole('cell').allTextContents())
      .filter((text) => /^\d+$/u.test(text))
      .reduce((sum, text) => sum + Number(text), 0);
  await eventually(() => countAll()).toBe(3);
  const row = table
    .getByRole('row')
    .filter({ hasText: 'No question yet' })
    // The bank has no question about supply.
    .filter({ has: page.getByRole('rowheader', { name: /^(?!Supply)/u }) })
    .first();
  const section = /^Generate a question about this section: (.*)$/u.exec(
    (await row
      .getByRole('button', { name: /^Generate a question about this section/u })
      .getAttribute('aria-label')) ?? '',
  )?.[1];
  const asked = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: section ?? '' }) });
  const empty = await dialog.getByText('No question yet', { exact: true }).count();
  expect(empty).toBeGreaterThanOrEqual(3);
  await row.getByRole('button', { name: /^Generate a question about this section/u }).click();
  await dialog.getByRole('button', { name: 'Show it' }).waitFor({ timeout: 60_000 });
  await eventually(() => countAll()).toBe(4);
  await eventually(() => asked.getByText('No question yet').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Show it' }).click();
  await eventually(() => focusedName(page)).toBe('Question 4');
  await dialog.getByRole('tab', { name: '4 questions' }).waitFor();
});

test('moves and deletes a question by keyboard without losing the focus', async () => {
  const { page, account } = await openSignedIn();
  const dialog = await openEditor(page, await makeQuiz(account));
  const [one, two, three] = await listStems(dialog);

  await dialog.getByRole('button', { name: 'Move question 1 down' }).focus();
  await page.keyboard.press('Enter');
  await eventually(() => listStems(dialog)).toEqual([two, one, three]);
  await eventually(() => focusedName(page)).toBe('Move question 2 down');
  await page.keyboard.press('Enter');
  await eventually(() => listStems(dialog)).toEqual([two, three, one]);
  await dialog.getByText('Moved to position 3 of 3.', { exact: true }).waitFor();
  // At the end of the list question and focus stay.
  await eventually(() => focusedName(page)).toBe('Move question 3 down');
  await page.keyboard.press('Enter');
  await eventually(() => listStems(dialog)).toEqual([two, three, one]);

  // The keys work inside a field too.
  await stemOf(dialog, 3).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await eventually(() => listStems(dialog)).toEqual([two, one, three]);
  await eventually(() => stemOf(dialog, 2).evaluate((field) => field === document.activeElement)).toBe(true);

  await dialog.getByRole('button', { name: 'Delete question 2' }).focus();
  await page.keyboard.press('Enter');
  await eventually(() => listStems(dialog)).toEqual([two, three]);
  await eventually(() => focusedName(page)).toBe('Question 2');
  await page.keyboard.press('ControlOrMeta+z');
  await eventually(() => listStems(dialog)).toEqual([two, one, three]);

  // Escape saves and returns to reading.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Generated Quiz Questions' }).waitFor();
  await eventually(() => focusedName(page)).toBe('Edit questions');
  const kept = await startEditing(page);
  await eventually(() => listStems(kept)).toEqual([two, one, three]);
});

test('completes a hand-written question, cites the lesson and publishes it', async () => {
  const { page, account } = await openSignedIn();
  const dialog = await openEditor(page, await makeQuiz(account));
  await dialog.getByRole('button', { name: 'Add a question' }).click();
  await eventually(() => stemOf(dialog, 4).evaluate((field) => field === document.activeElement)).toBe(true);
  await dialog.getByRole('button', { name: 'Publish changes' }).click();
  const gaps = dialog.getByRole('alert').filter({ hasText: 'Some questions are not complete yet.' });
  await gaps.getByText('has no text. has an empty answer.', { exact: true }).waitFor();
  await gaps.getByRole('button', { name: 'Question 4' }).click();
  await eventually(() => focusedName(page)).toBe('Question 4');

  await stemOf(dialog, 4).fill('Who patented the water frame?');
  const option = (number: number): Locator =>
    dialog.getByLabel(`Answer ${number} of question 4`, { exact: true });
  await option(1).fill('Richard Arkwright');
  // Enter moves to the next answer; the last one is not needed.
  await option(1).press('Enter');
  await page.keyboard.type('James Hargreaves');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Thomas Newcomen');
  await dialog.getByRole('button', { name: 'Remove answer 4 of question 4' }).click();
  await option(4).waitFor({ state: 'detached' });

  await dialog.getByRole('button', { name: 'Cite the lesson for question 4' }).click();
  const picker = dialog.getByRole('region', { name: 'Evidence for question 4' });
  // Without a search the closest sentence is offered.
  await picker.getByRole('button', { name: 'Richard Arkwright patented the water frame in 1769.' }).waitFor();
  await picker.getByLabel('Search the lesson').fill('newcomen 1712');
  await picker.getByRole('button', { name: /Newcomen.* in 1712/u }).waitFor();
  await picker.getByLabel('Search the lesson').fill('patented the water frame');
  await picker.getByRole('button', { name: 'Richard Arkwright patented the water frame in 1769.' }).click();
  const evidence = dialog.getByRole('complementary', { name: 'Evidence of question 4' });
  await evidence.getByText('Richard Arkwright patented the water frame in 1769.').first().waitFor();
  await eventually(() => focusedName(page)).toBe('Choose another sentence for question 4');

  await dialog.getByRole('button', { name: 'Publish changes' }).click();
  const reading = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await reading.getByText('Who patented the water frame?', { exact: true }).waitFor();
  await reading.getByText('4', { exact: true }).waitFor();
});

test('asks the later of two tabs which edits to keep', async () => {
  const { page, context, account } = await openSignedIn();
  const made = await makeQuiz(account, { count: 2 });
  const mine = await openEditor(page, made);
  const other = await context.newPage();
  const theirs = await openEditor(other, made);
  await stemOf(theirs, 1).fill('What did the other tab ask?');
  await savedDraft(theirs).waitFor();

  await stemOf(mine, 2).fill('What did this tab ask?');
  const conflict = mine.getByRole('alert').filter({ hasText: 'edited elsewhere' });
  await conflict.waitFor();
  await eventually(() => mine.getByRole('button', { name: 'Publish changes' }).isDisabled()).toBe(true);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await conflict.waitFor({ state: 'detached' });
  await savedDraft(mine).waitFor();

  await stemOf(theirs, 1).fill('What did the other tab ask at last?');
  await theirs.getByRole('button', { name: 'Take theirs' }).click();
  await eventually(() => stemOf(theirs, 2).inputValue()).toBe('What did this tab ask?');
  await eventually(() => stemOf(theirs, 1).inputValue()).toBe(made.questions[0]?.text);
});

test('asks before unsaved edits are lost and saves them once the server is back', async () => {
  const { page, account } = await openSignedIn();
  const dialog = await openEditor(page, await makeQuiz(account, { count: 2 }));
  await page.route(DRAFT, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await stemOf(dialog, 1).fill('What is written without a connection?');
  await dialog
    .getByRole('alert')
    .getByText(/^The draft could not be saved: /u)
    .waitFor();
  await dialog.getByText('Not saved yet', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByText('Your latest changes are not saved. If you leave now, you lose them.').waitFor();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await page.unroute(DRAFT);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await savedDraft(dialog).waitFor();

  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.getByText(/^Discard all changes since these questions were published\?/u).waitFor();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  const reading = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await reading.waitFor();
  await eventually(() => reading.getByText('This quiz has unpublished changes.').count()).toBe(0);
  const again = await startEditing(page);
  await eventually(() => listStems(again)).not.toContain('What is written without a connection?');
});

test('edits key points and rubric of an essay', async () => {
  const { page, account } = await openSignedIn();
  const { course, lesson } = await makeLessonWithBank(account, 'history', { style: 'essay' });
  await page.goto(`/quiz?course=${course.id}&lesson=${lesson.id}`);
  await page.getByText('Essay', { exact: true }).click();
  await page.getByLabel('Number of questions').fill('2');
  await page.getByRole('button', { name: 'Generate Quiz' }).click();
  const dialog = await startEditing(page);
  await dialog.getByLabel('Rubric of question 1').fill('Two points for the cause.');
  const points = dialog.getByLabel(/^Key point \d+ of question 1$/u);
  const before = await points.count();
  await dialog.getByRole('button', { name: 'Add a key point to question 1' }).click();
  await page.keyboard.type('Coal was cheap.');
  await eventually(() => points.count()).toBe(before + 1);
  await dialog.getByRole('button', { name: 'Publish changes' }).click();
  const reading = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await reading.getByText('Coal was cheap.', { exact: true }).waitFor();
  await reading.getByText('Two points for the cause.', { exact: true }).waitFor();
});
