import { expect, test } from 'vitest';
import { listSentences } from './search-sentences.ts';

test('sentences are verbatim, and abbreviations do not end them', () => {
  const text = 'Dr. J. Snow mapped the cases, e.g. those near a pump.  It cost $1.50!\n\nWhy?';
  const sentences = listSentences(text);
  expect(sentences).toEqual([
    'Dr. J. Snow mapped the cases, e.g. those near a pump.',
    'It cost $1.50!',
    'Why?',
  ]);
  for (const sentence of sentences) expect(text).toContain(sentence);
  expect(listSentences(' \n ')).toEqual([]);
});
