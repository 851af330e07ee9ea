import { describe, expect, test } from 'vitest';
import { exchangedOf, listVariants } from './variants.ts';

describe('listVariants', () => {
  test.each([
    ['the demand for ink rises', ['the demand for ink falls', 'the demand for ink stays the same']],
    ['the acceleration is halved', ['the acceleration doubles', 'the acceleration stays the same']],
    [
      'a rise in price increases total revenue',
      ['a rise in price reduces total revenue', 'a rise in price leaves total revenue unchanged'],
    ],
    ['collisions become more frequent', ['collisions become less frequent']],
  ])('%s', (statement, expected) => {
    expect(listVariants(statement).map(({ text }) => text)).toEqual(expected);
  });

  test.each(['workers were cheap and small enough to crawl', 'a leaf is green', 'more than 300 people came'])(
    'nothing is turned round in: %s',
    (statement) => {
      expect(listVariants(statement)).toEqual([]);
    },
  );
});

test('a relation is exchanged only when both its sides are named once', () => {
  expect(exchangedOf('the quantity supplied exceeds the quantity demanded')).toBe(
    'the quantity demanded exceeds the quantity supplied',
  );
  expect(exchangedOf('older learning disrupts recall')).toBeUndefined();
});
