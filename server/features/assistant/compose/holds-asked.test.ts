import { expect, test } from 'vitest';
import { holdsAsked } from './holds-asked.ts';
import { readQuestion } from './read-question.ts';

const exactly = { between: (one: string, other: string) => (one === other ? 1 : 0) };
const holds = (question: string, text: string): boolean =>
  holdsAsked(readQuestion(question), [{ text }], exactly);

test.each([
  ['How many chloroplasts are in a cell?', 'A cell of a leaf has about 40 chloroplasts.', true],
  ['How many chloroplasts are in a cell?', 'Each chloroplast has two membranes.', false],
  ['how long was the canal', 'The canal was completed in 1761.', false],
  ['how long was the canal', 'The canal was 65 kilometres long.', true],
  ['How heavy was the hammer?', 'The hammer was dropped in 1971.', false],
  ['How heavy was the hammer?', 'The hammer had 1.3 kilograms.', true],
  ['Who invented the hash table?', 'Hash tables store pairs of keys and values.', false],
  ['Who invented the hash table?', 'Hans Peter Luhn described hash tables first.', true],
  ['who may give blood', 'Only healthy adults and students give blood.', true],
  ['When was the first railway built?', 'Railways reduced the cost of transport.', false],
  ['When was the first railway built?', 'The first railway was built in 1825.', true],
  ['when is demand elastic', 'Demand is elastic if the elasticity is greater than one.', true],
  ['Why do leaves look green?', 'Leaves look green.', true],
])('%s — %s', (question, text, expected) => {
  expect(holds(question, text)).toBe(expected);
});
