import { expect, test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { savedDraft } from './editor-steps.ts';
import { eventually } from './eventually.ts';
import { makeTextLesson, readLessonText } from './make-lessons.ts';

test('without a language model, a fact below the empty quiz becomes a question with evidence and wrong answers', async () => {
  const { page, account } = await openSignedIn();
  const { course, lesson } = await makeTextLesson(account, await readLessonText('biology'), {
    courseTitle: 'Biology',
    title: 'Cells',
  });
  await page.goto(`/quiz?course=${course.id}&lesson=${lesson.id}`);
  await page.getByRole('combobox', { name: 'Lesson', exact: true }).waitFor();
  await page.getByText(/^Questions need a language model/u).waitFor();
  await page.getByRole('button', { name: 'Generate Quiz' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  const facts = dialog.getByRole('region', { name: 'Facts worth asking about' });
  const fact = facts
    .getByRole('listitem')
    .filter({ hasText: /Similar terms: [^,]+, / })
    .first();
  const write = fact.getByRole('button', { name: /^Write a question about: / });
  const statement = ((await write.getAttribute('aria-label')) ?? '').replace('Write a question about: ', '');
  await fact.getByRole('link', { name: /^Evidence: / }).waitFor();
  await write.click();

  const editor = page.getByRole('dialog', { name: 'Edit questions' });
  const card = editor.getByRole('listitem').filter({ hasText: 'Possible wrong answers:' });
  await card.locator('blockquote').waitFor();
  const stem = card.getByLabel(/^Question text/u);
  await eventually(() => stem.evaluate((field) => field === document.activeElement)).toBe(true);
  await stem.fill('Which of these does the lesson describe?');
  const offered = card.getByRole('group', { name: /^Possible wrong answers for question/u });
  const term = (await offered.getByRole('button').first().textContent()) ?? '';
  await offered.getByRole('button').first().click();
  await eventually(() => card.getByRole('textbox', { name: /^Answer 2 of question/u }).inputValue()).toBe(
    term,
  );
  await eventually(() =>
    offered.getByRole('button', { name: `Add “${term}” as a wrong answer` }).count(),
  ).toBe(0);

  await savedDraft(editor).waitFor();
  await editor.getByRole('button', { name: 'Done', exact: true }).click();
  await facts.waitFor();
  await eventually(() => facts.getByText(statement, { exact: true }).count()).toBe(0);
  expect(statement).not.toBe('');
});
