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

test('compares reasons with reasons and names with names', () => {
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

test('omits phrases of the statement and of another kind', () => {
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

test('a narrower or broader term than the key is not a wrong answer', () => {
  const phrases = { keys: [], terms: ['fat-soluble vitamin', 'mineral'] };
  expect(listPhrasesOfForm('Vitamins', phrases)).toEqual(['mineral']);
});

test('gives a phrase the article and capitals of the key', () => {
  const similarity = { semantic: true, between: () => 0.5 };
  const chooseFor = (key: string) =>
    chooseKindred(key, ['amino acid', 'the enzyme'], { statement: 'Starch stores energy.', similarity });
  expect(chooseFor('A sugar')).toEqual(['An amino acid', 'An enzyme']);
  expect(chooseFor('sugar')).toEqual(['amino acid', 'enzyme']);
});
