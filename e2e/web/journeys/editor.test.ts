import { test } from 'vitest';
import { openSignedIn } from '../browser-test.ts';
import { focusedName, makeQuiz, openEditor, savedDraft, startEditing, stemOf } from '../editor-steps.ts';
import { eventually } from '../eventually.ts';

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
  await dialog
    .locator(`[id="${described ?? ''}"]`)
    .getByText('worded negatively')
    .waitFor();
  await stemOf(dialog, 1).fill('Which mills did Arkwright build in 1771?');
  await flaw.waitFor({ state: 'detached' });

  // Continuous typing is one step of undo and redo.
  await savedDraft(dialog).waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await eventually(() => stemOf(dialog, 1).inputValue()).not.toBe('Which mills did Arkwright build in 1771?');
  await dialog.getByText('Undone: text changed.', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Redo' }).click();
  await eventually(() => stemOf(dialog, 1).inputValue()).toBe('Which mills did Arkwright build in 1771?');

  await dialog.getByRole('radio', { name: 'Answer 1 of question 2 is right' }).check();
  await dialog.getByRole('radio', { name: 'Answer 2 of question 2 is right' }).check();
  await eventually(() => dialog.getByRole('radio', { checked: true }).count()).toBe(3);

  await savedDraft(dialog).waitFor();
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
  await savedDraft(again).waitFor();
  await again.getByRole('button', { name: 'Done' }).click();
  // The reading view shows the published questions and a note about the draft.
  await reading.getByText('Which mills did Arkwright build in 1771?', { exact: true }).waitFor();
  await reading.getByText('This quiz has unpublished changes.', { exact: true }).waitFor();
});
