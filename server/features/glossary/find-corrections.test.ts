import { expect, test } from 'vitest';
import { findCorrections } from './find-corrections.ts';

const BEFORE = 'The pretor gave inter dicks to owners. Later the pretor lost his power in the Roman state.';

test('finds the words that were put in place of misheard ones', () => {
  const after = 'The praetor gave interdicts to owners. Later the praetor lost his power in the Roman state.';
  expect(findCorrections(BEFORE, after)).toEqual([
    { heard: 'pretor', corrected: 'praetor', count: 2 },
    { heard: 'inter dicks', corrected: 'interdicts', count: 1 },
  ]);
});

test('finds a correction at the end of the text', () => {
  expect(findCorrections('He spoke of vindicatia.', 'He spoke of vindicatio.')).toEqual([
    { heard: 'vindicatia', corrected: 'vindicatio', count: 1 },
  ]);
});

test.each([
  ['punctuation and case', BEFORE.replaceAll('.', ','), BEFORE.toUpperCase()],
  ['words that were added', BEFORE, BEFORE.replace('Later', 'Much later on')],
  ['words that were deleted', BEFORE, BEFORE.replace(' Roman', '')],
  ['another word that sounds different', BEFORE, BEFORE.replace('power', 'influence')],
  [
    'a rewritten sentence',
    BEFORE,
    'Owners were protected by an official who ordered things. Nothing else is known.',
  ],
  ['a text that is gone', BEFORE, ''],
])('finds none in %s', (_name, before, after) => {
  expect(findCorrections(before, after)).toEqual([]);
});
