import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { makeAccount, openBrowser, openSignedIn, signIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { makeTextLesson, readLessonText } from './make-lessons.ts';

const DRAFT = '**/api/question-sets/*/draft/';

/**
 * Generates a question set over HTTP, with three questions by default; quiz.test.ts covers the screen. From `economics` the rules write
 * more than three.
 */
async function makeQuiz(
  account: Session,
  { count = 3, name = 'history' }: { count?: number; name?: 'history' | 'economics' } = {},
): Promise<QuestionSetWithQuestions> {
  const { client, lesson } = await makeTextLesson(account, await readLessonText(name), {
    courseTitle: 'First year',
    title: 'The lesson',
  });
  const made = await client.generateQuestions(lesson.id, count);
  expect(made.questions).toHaveLength(count);
  return made;
}

async function openEditor(page: Page, { question_set: set }: QuestionSetWithQuestions): Promise<Locator> {
  await page.goto(`/quiz?set=${set.id}`);
  return startEditing(page);
}

async function startEditing(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit questions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit questions' });
  await stemOf(dialog, 1).waitFor();
  // The checker loads after the fields.
  await dialog.getByText(/^(?:No issues|\d+ questions? (?:has|have) an issue)$/u).waitFor();
  return dialog;
}

const stemOf = (dialog: Locator, number: number): Locator =>
  dialog.getByLabel(`Question text of question ${number}`, { exact: true });

const saved = (dialog: Locator): Locator => dialog.getByText(/^Draft saved /u);

const listStems = (dialog: Locator): Promise<string[]> =>
  dialog
    .getByLabel(/^Question text of question \d+$/u)
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });

test('edits, undoes and publishes a question and restores the previous version', async () => {
  const { page, account } = await openSignedIn();
  const made = await makeQuiz(account);
  const first = made.questions[0]?.text ?? '';
  const dialog = await openEditor(page, made);
  const publish = dialog.getByRole('button', { name: 'Publish changes' });
  await eventually(() => publish.isDisabled()).toBe(true);

  // A flaw appears at its field while typing and disappears when fixed.
  const flaw = dialog.getByText(/^The question is worded negatively/u);
  await stemOf(dialog, 1).fill('Which of these mills did Arkwright not build?');
  await flaw.waitFor();
  await dialog.getByText(/^[1-3] questions? (?:has|have) an issue$/u).waitFor();
  const described = await stemOf(dialog, 1).getAttribute('aria-describedby');
  await eventually(() => dialog.locator(`[id="${described ?? ''}"]`).textContent()).toContain(
    'worded negatively',
  );
  await stemOf(dialog, 1).fill('Which mills did Arkwright build in 1771?');
  await flaw.waitFor({ state: 'detached' });

  // Continuous typing is one step of undo and redo.
  await saved(dialog).waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await eventually(() => stemOf(dialog, 1).inputValue()).not.toBe('Which mills did Arkwright build in 1771?');
  await dialog.getByText('Undone: text changed.', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Redo' }).click();
  await eventually(() => stemOf(dialog, 1).inputValue()).toBe('Which mills did Arkwright build in 1771?');

  await dialog.getByRole('radio', { name: 'Answer 1 of question 2 is right' }).check();
  await dialog.getByRole('radio', { name: 'Answer 2 of question 2 is right' }).check();
  await eventually(() => dialog.getByRole('radio', { checked: true }).count()).toBe(3);

  await saved(dialog).waitFor();
  await publish.click();
  const reading = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await reading.getByText('The changes were published as version 2.', { exact: true }).waitFor();
  await reading.getByText('Which mills did Arkwright build in 1771?', { exact: true }).waitFor();
  await eventually(() => focusedName(page)).toBe('Edit questions');

  await page.reload();
  const again = await startEditing(page);
  await again.getByRole('tab', { name: 'Versions' }).click();
  await again.getByText('Currently published', { exact: true }).waitFor();
  await again.getByRole('button', { name: 'Show version 1' }).click();
  await again.getByText(first, { exact: true }).waitFor();
  await again.getByRole('button', { name: 'Restore to the draft' }).click();
  await eventually(() => stemOf(again, 1).inputValue()).toBe(first);
  await saved(again).waitFor();
  await again.getByRole('button', { name: 'Done' }).click();
  // The reading view shows the published questions and a note about the draft.
  await reading.getByText('Which mills did Arkwright build in 1771?', { exact: true }).waitFor();
  await reading.getByText('This quiz has unpublished changes.', { exact: true }).waitFor();
});

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
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await saved(dialog).waitFor();

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
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/regenerate/', async (route) => {
    await held;
    await route.continue();
  });
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
    // The rules write no question about supply.
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
  await saved(theirs).waitFor();

  await stemOf(mine, 2).fill('What did this tab ask?');
  const conflict = mine.getByRole('alert').filter({ hasText: 'edited elsewhere' });
  await conflict.waitFor();
  await eventually(() => mine.getByRole('button', { name: 'Publish changes' }).isDisabled()).toBe(true);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await conflict.waitFor({ state: 'detached' });
  await saved(mine).waitFor();

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
  await saved(dialog).waitFor();

  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.getByText(/^Discard all changes since these questions were published\?/u).waitFor();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  const reading = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await reading.waitFor();
  await eventually(() => reading.getByText('This quiz has unpublished changes.').count()).toBe(0);
  const again = await startEditing(page);
  await eventually(() => listStems(again)).not.toContain('What is written without a connection?');
});

test('edits key points and rubric of an essay and shows flaws in Spanish', async () => {
  const account = await makeAccount();
  const { page, context } = await openBrowser({ locale: 'es-ES' });
  await signIn(context, account);
  const { lesson } = await makeTextLesson(account, await readLessonText('history'), {
    courseTitle: 'Historia',
    title: 'El vapor',
  });
  await page.goto(`/quiz?course=${lesson.course}&lesson=${lesson.id}`);
  await page.getByText('Desarrollo', { exact: true }).click();
  await page.getByLabel('Número de preguntas').fill('2');
  await page.getByRole('button', { name: 'Generar cuestionario' }).click();
  await page.getByRole('button', { name: 'Editar las preguntas' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Editar las preguntas' });
  await dialog.getByLabel('Rúbrica de la pregunta 1').fill('Dos puntos por la causa.');
  const points = dialog.getByLabel(/^Punto clave \d+ de la pregunta 1$/u);
  const before = await points.count();
  await dialog.getByRole('button', { name: 'Añadir un punto clave a la pregunta 1' }).click();
  await page.keyboard.type('El carbón era barato.');
  await eventually(() => points.count()).toBe(before + 1);
  await dialog.getByLabel('Enunciado de la pregunta 1').fill('Steam.');
  await dialog
    .getByText(/^(?:El enunciado|La pregunta|Se puede responder)/u)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Publicar los cambios' }).click();
  const reading = page.getByRole('dialog', { name: 'Preguntas generadas' });
  await reading.getByText('El carbón era barato.', { exact: true }).waitFor();
  await reading.getByText('Dos puntos por la causa.', { exact: true }).waitFor();
});

test('has no accessibility violation and no horizontal overflow in any part of the editor', async () => {
  const account = await makeAccount();
  const made = await makeQuiz(account);
  const found: string[] = [];
  for (const width of [320, 1440]) {
    const { page, context } = await openBrowser({ viewport: { width, height: 800 } });
    await signIn(context, account);
    const look = async (part: string): Promise<void> => {
      const about = `${part}, ${width} px`;
      for (const violation of await listViolationsInBothSchemes(page)) found.push(`${about}, ${violation}`);
      const sideways = await measureSidewaysScroll(page);
      if (sideways > 0) found.push(`${about}: ${sideways} px wider than the window`);
    };
    await page.goto(`/quiz?set=${made.question_set.id}`);
    const dialog = await startEditing(page);
    await stemOf(dialog, 1).fill('Which of these is usually not what Arkwright did?');
    await dialog.getByText(/^The question is worded negatively/u).waitFor();
    await look('questions');
    await dialog.getByRole('button', { name: 'Choose another sentence for question 1' }).click();
    await dialog.getByText(/^\d+ sentences$/u).waitFor();
    await dialog.getByRole('button', { name: 'Why question 2 has this difficulty' }).last().click();
    await page.getByText(/^Looks (?:Easy|Medium|Hard)$/u).waitFor();
    await look('evidence');
    await dialog.getByRole('tab', { name: 'Coverage' }).click();
    await dialog.getByText('No question yet', { exact: true }).first().waitFor();
    await look('coverage');
    await dialog.getByRole('tab', { name: 'Versions' }).click();
    await dialog.getByRole('button', { name: 'Show version 1' }).click();
    await dialog.getByRole('button', { name: 'Restore to the draft' }).waitFor();
    await look('versions');
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await look('question');
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog', { name: 'Generated Quiz Questions' }).waitFor();
    await context.close();
  }
  expect(found).toEqual([]);
});
