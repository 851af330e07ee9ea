import { expect, test } from 'vitest';
import { chooseKindred, listPhrasesOfForm } from './kindred-phrases.ts';

const PHRASES = {
  keys: [
    'Because its pores are smaller',
    'To keep the stem upright',
    'By pressing water across the gills',
    'Because sand holds less water',
    '40 percent',
  ],
  terms: ['loam', 'field capacity', 'wilting point', 'silt'],
};

test('a reason competes with reasons, a name with names', () => {
  expect(listPhrasesOfForm('Because roots cannot empty them', PHRASES)).toEqual([
    'Because its pores are smaller',
    'Because sand holds less water',
  ]);
  expect(listPhrasesOfForm('pore water', PHRASES)).toEqual([
    'loam',
    'field capacity',
    'wilting point',
    'silt',
  ]);
});

test('leaves out what the statement says and what is of another kind', () => {
  const near = new Map([
    ['loam', 0.6],
    ['field capacity', 0.1],
    ['wilting point', 0.9],
    ['silt', 0.5],
  ]);
  const similarity = { semantic: true, between: (one: string) => near.get(one) ?? 0 };
  expect(
    chooseKindred('clay', PHRASES.terms, { statement: 'Clay holds more water than silt.', similarity }),
  ).toEqual(['loam']);
});
