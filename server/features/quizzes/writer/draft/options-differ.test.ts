import { describe, expect, test } from 'vitest';
import { keepDifferent, saysTheSame } from './options-differ.ts';

describe('two options say the same', () => {
  test.each([
    ['The operculum', 'operculum'],
    ['It opens the valve', 'It opens valves.'],
  ])('%s / %s', (one, other) => {
    expect(saysTheSame(one, other)).toBe(true);
  });

  test.each([
    ['It rises by 40 percent', 'It rises by 60 percent'],
    ['The offer binds', 'The offer never binds'],
    ['They carry far more than others', 'They carry far less than others'],
    ['A letter of acceptance', 'A letter of revocation'],
  ])('but not %s / %s', (one, other) => {
    expect(saysTheSame(one, other)).toBe(false);
  });

  test('when their vectors are nearly the same', () => {
    const similarity = { semantic: true, between: () => 0.95 };
    expect(saysTheSame('a car', 'an automobile', similarity)).toBe(true);
    expect(saysTheSame('a car', 'an automobile')).toBe(false);
  });
});

test('keeps the first of several equal options, and none that equals the key', () => {
  expect(keepDifferent('starch', ['Starch', 'glycogen', 'the glycogen', 'cellulose'])).toEqual([
    'glycogen',
    'cellulose',
  ]);
});
