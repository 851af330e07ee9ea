import { expect, test } from 'vitest';
import {
  addOption,
  changeOptionText,
  changeQuestion,
  deleteQuestion,
  insertQuestion,
  markKey,
  moveOption,
  moveQuestion,
  removeOption,
  replaceQuestion,
  sortOptions,
} from './change-questions.ts';
import { beginHistory, reduceHistory, type EditHistory, type EditName } from './edit-history.ts';
import { makeEmptyQuestion, type EditorQuestion } from './editor-question.ts';

const makeQuestion = (text: string, options: string[] = ['a', 'b', 'c']): EditorQuestion => ({
  ...makeEmptyQuestion('multiple_choice'),
  text,
  options: options.map((option, index) => ({
    key: `${text}-${index}`,
    text: option,
    isCorrect: index === 0,
  })),
});

const textsOf = ({ present }: EditHistory): string[] => present.map(({ text }) => text);

const edit = (
  history: EditHistory,
  change: (questions: readonly EditorQuestion[]) => readonly EditorQuestion[],
  { name = 'text', group, at = 0 }: { name?: EditName; group?: string; at?: number } = {},
): EditHistory =>
  reduceHistory(history, {
    kind: 'edit',
    name,
    questionKey: null,
    change,
    atMilliseconds: at,
    ...(group === undefined ? {} : { group }),
  });

const type = (history: EditHistory, question: EditorQuestion, text: string, at: number): EditHistory =>
  edit(
    history,
    changeQuestion(question.key, (before) => ({ ...before, text })),
    {
      group: `${question.key}.text`,
      at,
    },
  );

const [one, two, three] = ['one', 'two', 'three'].map((text) => makeQuestion(text)) as [
  EditorQuestion,
  EditorQuestion,
  EditorQuestion,
];

test('undo brings back what stood before each edit, in turn, and redo what came after', () => {
  const first = beginHistory([one, two, three]);
  const moved = edit(first, moveQuestion(three.key, -2), { name: 'move' });
  const deleted = edit(moved, deleteQuestion(one.key), { name: 'delete' });
  expect(textsOf(deleted)).toEqual(['three', 'two']);
  const undone = reduceHistory(deleted, { kind: 'undo' });
  expect(textsOf(undone)).toEqual(['three', 'one', 'two']);
  expect(undone.last).toMatchObject({ kind: 'undone', name: 'delete' });
  const back = reduceHistory(undone, { kind: 'undo' });
  // The same array, because the keeper compares by identity.
  expect(back.present).toBe(first.present);
  expect(reduceHistory(back, { kind: 'undo' })).toBe(back);
  const again = reduceHistory(reduceHistory(back, { kind: 'redo' }), { kind: 'redo' });
  expect(again.present).toBe(deleted.present);
  expect(again.last).toMatchObject({ kind: 'redone', name: 'delete' });
  expect(reduceHistory(again, { kind: 'redo' })).toBe(again);
});

test('typing in one field is one step, until a pause, another field or an undo', () => {
  let history = beginHistory([one, two]);
  history = type(history, one, 'o', 0);
  history = type(history, one, 'on', 400);
  history = type(history, one, 'onl', 800);
  history = type(history, one, 'only', 9_000);
  history = type(history, two, 'tw', 9_100);
  const texts = [textsOf(history)];
  for (let step = 0; step < 3; step += 1) {
    history = reduceHistory(history, { kind: 'undo' });
    texts.push(textsOf(history));
  }
  expect(texts).toEqual([
    ['only', 'tw'],
    ['only', 'two'],
    ['onl', 'two'],
    ['one', 'two'],
  ]);
  // Typed right after the undo, in the same field.
  const typed = type(history, one, 'once', 9_200);
  expect(reduceHistory(typed, { kind: 'undo' }).present).toBe(history.present);
});

test('a new edit ends what could be redone; one that changes nothing ends nothing', () => {
  const undone = reduceHistory(edit(beginHistory([one, two]), deleteQuestion(one.key)), { kind: 'undo' });
  expect(edit(undone, moveQuestion(one.key, -1))).toBe(undone);
  expect(edit(undone, deleteQuestion('unknown'))).toBe(undone);
  expect(edit(undone, moveQuestion(one.key, 1)).future).toEqual([]);
});

test('what an edit does not touch stays the same object', () => {
  const history = edit(beginHistory([one, two, three]), changeOptionText(two.key, 'two-1', 'changed'));
  expect(history.present[0]).toBe(one);
  expect(history.present[2]).toBe(three);
  expect(history.present[1]?.options.map(({ text }) => text)).toEqual(['a', 'changed', 'c']);
});

test('finds a replacement by the key of its question and puts an added question where it was requested', () => {
  const added = makeQuestion('new');
  const questions = insertQuestion(added, one.key)([one, two]);
  expect(questions.map(({ text }) => text)).toEqual(['one', 'new', 'two']);
  expect(insertQuestion(added)([one, two]).at(-1)).toBe(added);
  const replaced = replaceQuestion(one.key, added)([one, two]);
  expect(replaced[0]).toMatchObject({ text: 'new', key: one.key });
});

test('an edited question is not a draft until the edit is undone, and the others stay drafts', () => {
  const drafts = beginHistory([one, two].map((question) => ({ ...question, isDraft: true })));
  const draftsOf = ({ present }: EditHistory): boolean[] => present.map(({ isDraft }) => isDraft);
  const edited = edit(drafts, changeOptionText(one.key, 'one-1', 'changed'));
  expect(draftsOf(edited)).toEqual([false, true]);
  expect(draftsOf(reduceHistory(edited, { kind: 'undo' }))).toEqual([true, true]);
  expect(draftsOf(edit(drafts, moveQuestion(two.key, -1)))).toEqual([true, true]);
  const replacement = { ...makeQuestion('new'), isDraft: true };
  expect(draftsOf(edit(edited, replaceQuestion(one.key, replacement)))).toEqual([true, true]);
});

test('exactly one option is the key, whichever is marked', () => {
  const marked = markKey(one.key, 'one-2')([one]);
  expect(marked[0]?.options.map(({ isCorrect }) => isCorrect)).toEqual([false, false, true]);
});

test('options are added, removed, moved within bounds, and put in the order of their numbers', () => {
  const question = makeQuestion('when', ['about 1,900 years', '12', '400']);
  const optionsOf = (questions: readonly EditorQuestion[]): string[] =>
    (questions[0]?.options ?? []).map(({ text }) => text);
  expect(optionsOf(addOption(question.key)([question]))).toEqual(['about 1,900 years', '12', '400', '']);
  expect(optionsOf(removeOption(question.key, 'when-1')([question]))).toEqual(['about 1,900 years', '400']);
  expect(optionsOf(moveOption(question.key, 'when-2', -1)([question]))).toEqual([
    ...['about 1,900 years', '400', '12'],
  ]);
  const questions = [question];
  expect(moveOption(question.key, 'when-0', -1)(questions)).toBe(questions);
  expect(optionsOf(sortOptions(question.key)([question]))).toEqual(['12', '400', 'about 1,900 years']);
});
