import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchableText, sortStems } from './question-words.ts';

test('distinguishes words that only ask from those that name', () => {
  expect(sortStems(['explain', 'leaf', 'photosynthesi', 'use'])).toEqual({
    content: ['leaf', 'photosynthesi'],
    weak: ['explain', 'use'],
  });
  // With nothing else to go by, they count.
  expect(sortStems(['explain', 'use'])).toEqual({ content: ['explain', 'use'], weak: [] });
  expect(sortStems([])).toEqual({ content: [], weak: [] });
});

test('what a person types never reaches the search as a sign', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(searchableText(text)).toMatch(/^[\p{L}\p{M}\p{N} ]*$/u);
      for (const stem of sortStems([text]).content) expect(stem).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
    }),
  );
});
