import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listTurnableWords } from './antonyms.ts';

test('the longest of several that match is found, as a whole word', () => {
  const words = listTurnableWords('The pump speeds up in warm weather, to the right of the thickest valve.');
  expect(words.map(({ word, antonym }) => [word, antonym])).toEqual([
    ['speeds up', 'slows down'],
    ['warm', 'cool'],
    ['to the right', 'to the left'],
    ['thickest', 'thinnest'],
  ]);
});

test('what is turned twice is what it was', () => {
  const anyWord = fc.constantFrom(
    ...listTurnableWords('rises increase thick earlier inhibits anode above expands shallow').map(
      ({ word }) => word,
    ),
  );
  fc.assert(
    fc.property(anyWord, (word) => {
      const [there] = listTurnableWords(`it is ${word}`);
      const [back] = listTurnableWords(`it is ${there?.antonym ?? ''}`);
      expect(back?.antonym).toBe(word);
    }),
  );
});
