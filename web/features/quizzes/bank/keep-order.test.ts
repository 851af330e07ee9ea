import { expect, test } from 'vitest';
import { keepOrder } from './keep-order.ts';

test('new candidates follow the known ones in the order of the server', () => {
  expect(keepOrder([3, 1], [9, 3, 8, 1])).toEqual([3, 1, 9, 8]);
});

test('returns the same list when nothing is new', () => {
  const known = [3, 1];
  expect(keepOrder(known, [1, 3])).toBe(known);
});

test('remembers the place of a candidate that is gone for now', () => {
  expect(keepOrder([3, 1, 2], [3, 2])).toEqual([3, 1, 2]);
});
