import { expect, test } from 'vitest';
import { analyzeLesson, isQuotable } from './analysis.ts';
import { slidesOf } from './testing/slides-of.ts';

test.each([
  'So does an entry with the same wrong amount on both sides of the ledger.',
  'Three such duplicates are taken as proof of the loss of a segment.',
  'Whether any is left over depends on the ratio of carbon to nitrogen.',
  // What others believe.
  'Many people think of memory as a video recorder: the event is stored, and later it is played back.',
  'It is often said that glass is a very slow liquid.',
  'A common mistake is to add the two rates.',
  // The answer to a question, and words whose noun was said before.
  'Because two tasks disturb each other far more when they need the same part.',
  'A failure can happen at each of the three, and they look different.',
  'The question itself had become part of the memory.',
  'The principle behind it is called encoding specificity.',
  'The key threshold comes at around 830.',
  'Where the bed is that warm, water is present.',
])('does not stand alone: %s', (text) => {
  const { sentences } = analyzeLesson(slidesOf([{ path: ['Subject'], text }]));
  expect(sentences.map(({ standsAlone }) => standsAlone)).toEqual([false]);
});

test.each([
  'Encoding is the process that turns what we perceive into a form that can be kept.',
  'Chunking means that we group pieces of information into units with a meaning.',
  'Recall is the act of bringing back what you learned without a hint.',
])('may say "we" or "you" where a term is explained: %s', (text) => {
  expect(analyzeLesson(slidesOf([{ path: ['Subject'], text }])).sentences.map(isQuotable)).toEqual([true]);
});

test('a sentence that begins with a pronoun does not stand alone', () => {
  const text = 'Rubisco is an enzyme of the leaf. It fixes carbon dioxide in the dark.';
  const { sentences } = analyzeLesson(slidesOf([{ path: ['Subject'], text }]));
  expect(sentences.map(({ standsAlone }) => standsAlone)).toEqual([true, false]);
});
