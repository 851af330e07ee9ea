import { expect, test } from 'vitest';
import { arrangeVersions, codeOf, type PrintedQuestion } from './arrange-versions.ts';

const makeQuestion = (text: string, options: readonly string[]): PrintedQuestion => ({
  lesson_id: 1,
  type: 'multiple_choice',
  text,
  options: options.map((option, place) => ({ id: place + 1, text: option, is_correct: place === 0 })),
  explanation: '',
  evidence: null,
  key_points: [],
  rubric: null,
});

const questions = Array.from({ length: 12 }, (_, index) =>
  makeQuestion(
    `Question ${index}`,
    ['right', 'one', 'two', 'three'].map((option) => `${option} ${index}`),
  ),
);
const settings = { versions: 3, shuffle_questions: true, shuffle_options: true, seed: 7 };

test('makes the same versions of the same seed, and others of another', () => {
  const versions = arrangeVersions(questions, settings);
  expect(arrangeVersions(questions, settings)).toEqual(versions);
  expect(codeOf(arrangeVersions(questions, settings))).toBe(codeOf(versions));
  expect(arrangeVersions(questions, { ...settings, seed: 8 })).not.toEqual(versions);
});

test('does not change earlier versions when one is added', () => {
  const three = arrangeVersions(questions, settings);
  expect(arrangeVersions(questions, { ...settings, versions: 4 }).slice(0, 3)).toEqual(three);
});

test('keeps the order of the quiz in version A, and shuffles questions and options in the others', () => {
  const [first, ...others] = arrangeVersions(questions, settings);
  expect(first).toEqual({ letter: 'A', questions });
  for (const { questions: shuffled } of others) {
    expect(shuffled.map(({ text }) => text)).not.toEqual(questions.map(({ text }) => text));
    expect(shuffled.map(({ text }) => text).toSorted()).toEqual(questions.map(({ text }) => text).toSorted());
    expect(shuffled.some(({ options }) => options[0]?.is_correct === false)).toBe(true);
    for (const { options } of shuffled) expect(options.filter((option) => option.is_correct)).toHaveLength(1);
  }
});

test('keeps the order of options that refer to each other', () => {
  for (const last of [
    'All of the above',
    'None of these',
    'Both A and B',
    'A and C',
    'Todas las anteriores',
  ]) {
    const fixed = [makeQuestion('Which?', ['one', 'two', 'three', last])];
    for (const { questions: printed } of arrangeVersions(fixed, { ...settings, versions: 6 }))
      expect(printed[0]?.options.map(({ text }) => text)).toEqual(['one', 'two', 'three', last]);
  }
});

test('shows by its code that a question changed', () => {
  const code = codeOf(arrangeVersions(questions, settings));
  const changed = [makeQuestion('Another question', ['a', 'b']), ...questions.slice(1)];
  expect(codeOf(arrangeVersions(changed, settings))).not.toBe(code);
  expect(code).toMatch(/^[A-Z2-9]{5}$/u);
});
