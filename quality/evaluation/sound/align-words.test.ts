import { expect, test } from 'vitest';
import { alignWords } from './align-words.ts';

const align = (said: string, heard: string) => alignWords(said.split(' '), heard.split(' '));

test.each([
  ['it was the best', 'it was the best', ['it', 'was', 'the', 'best']],
  ['it was the best', 'it was a best', ['it', 'was', 'the', 'best']],
  ['it was the best', 'it was best', ['it', 'was', 'best']],
  ['it was best', 'it was the best', ['it', 'was', undefined, 'best']],
  ['one', 'two three', [undefined, 'one']],
])('%j heard as %j', (said, heard, expected) => {
  const aligned = align(said, heard);
  expect(aligned).toHaveLength(expected.length);
  expect(aligned.filter((word) => word !== undefined).toSorted()).toEqual(
    expected.filter((word) => word !== undefined).toSorted(),
  );
});
