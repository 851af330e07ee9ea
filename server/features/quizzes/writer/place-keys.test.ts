import { expect, test } from 'vitest';
import { createRandom } from '../../../language/random.ts';
import type { ComposedQuestion } from './compose/composed-question.ts';
import { placeKeys } from './place-keys.ts';

const questionWith = (...texts: string[]): ComposedQuestion => ({
  text: 'What is it?',
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  explanation: '',
  evidence: { quote: '', passage_id: '1', page: null, start_second: null, end_second: null },
  options: texts.map((text, index) => ({ text, is_correct: index === 0 })),
  key_points: [],
  rubric: null,
  flaws: [],
});
const placeOf = ({ options }: ComposedQuestion): number => options.findIndex((option) => option.is_correct);

test('over a set the key stands in each place alike, and a seed gives one order', () => {
  const questions = Array.from({ length: 40 }, () => questionWith('key', 'one', 'two', 'three'));
  const placed = placeKeys(questions, createRandom(5));
  const counts = [0, 1, 2, 3].map((place) => placed.filter((question) => placeOf(question) === place).length);
  expect(counts).toEqual([10, 10, 10, 10]);
  expect(new Set(placed[0]?.options.map(({ text }) => text))).toEqual(
    new Set(['key', 'one', 'two', 'three']),
  );
  expect(placeKeys(questions, createRandom(5))).toEqual(placed);
});

test('numbers stay in their order, essays as they are', () => {
  const numbers = questionWith('12 km', '14 km', '19 km');
  const essay = questionWith();
  expect(placeKeys([numbers, essay], createRandom(1))).toEqual([numbers, essay]);
});
