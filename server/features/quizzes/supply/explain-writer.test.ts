import { expect, test } from 'vitest';
import { explainWriter } from './explain-writer.ts';
import type { WriterOutcome } from './explain-writer.ts';

test.each<[WriterOutcome, string | null]>([
  [{ wanted: 10, ofModel: 10, ofComposer: 0, end: 'timeout' }, null],
  [
    { wanted: 10, ofModel: 0, ofComposer: 10, end: 'timeout' },
    'The language model did not answer in time, so the built-in composer wrote all questions.',
  ],
  [
    { wanted: 10, ofModel: 6, ofComposer: 4, end: 'timeout' },
    'The language model did not answer in time, so the built-in composer wrote 4 of 10 questions.',
  ],
  [
    { wanted: 10, ofModel: 6, ofComposer: 0, end: null },
    'Not all of the language model’s questions passed the checks, and the built-in composer had none to add.',
  ],
  [
    { wanted: 10, ofModel: 0, ofComposer: 3, end: 'refused' },
    'None of the language model’s questions passed the checks, so the built-in composer wrote all questions.',
  ],
  [
    { wanted: 10, ofModel: 0, ofComposer: 0, end: 'levels' },
    'The language model was not asked, since multiple choice cannot test the levels asked for, and the built-in composer found nothing to ask either.',
  ],
])('%j', (outcome, note) => {
  expect(explainWriter(outcome)).toBe(note);
});
