import { expect, test } from 'vitest';
import { parseMoonshineTokenizer } from './moonshine-tokenizer.ts';
import { rateWords } from './rate-words.ts';

const makeFile = (...tokens: string[]): Buffer =>
  Buffer.concat(
    tokens.flatMap((token) => {
      const bytes = Buffer.from(token, 'utf8');
      return [Buffer.from([bytes.length]), bytes];
    }),
  );

test('a word has the confidence of its least likely token', () => {
  expect(rateWords([0, 1, 1], [0.9, 0.8, 0.3].map(Math.log))).toEqual([90, 30]);
});

test('white space counts for no word', () => {
  expect(rateWords([undefined, 0], [0.1, 0.9].map(Math.log))).toEqual([90]);
});

test('tokens belong to the words that the decoded text has', () => {
  const tokenizer = parseMoonshineTokenizer(makeFile('▁it', '▁was', 'n', "'t", '▁', 'me', ','));
  const tokens = [0, 1, 2, 3, 4, 5, 6];
  expect(tokenizer.decode(tokens)).toBe("it wasn't me,");
  expect(tokenizer.listWordsOf(tokens)).toEqual([0, 1, 1, 1, undefined, 2, 2]);
});
