import { expect, test } from 'vitest';
import { chooseRareStems } from './question-words.ts';

const shares = new Map([
  ['use', 0.4],
  ['cell', 0.1],
  ['leaf', 0.02],
]);

test('of many passages the rarest words are looked for, in their order', () => {
  expect(chooseRareStems(['use', 'leaf', 'stomata', 'cell'], shares, 50_000)).toEqual([
    'leaf',
    'stomata',
    'cell',
  ]);
  expect(chooseRareStems(['use', 'leaf', 'stomata', 'cell'], shares, 500_000)).toEqual(['stomata']);
});

test('all of them where the passages are few, and one at least', () => {
  expect(chooseRareStems(['use', 'cell'], shares, 10_000)).toEqual(['use', 'cell']);
  expect(chooseRareStems(['use'], shares, 1_000_000)).toEqual(['use']);
  expect(chooseRareStems([], shares, 1_000_000)).toEqual([]);
});
