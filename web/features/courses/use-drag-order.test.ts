import { expect, test } from 'vitest';
import { placeOf } from './use-drag-order.ts';

/** Of different heights: 0–40, 40–100, 100–140. */
const ENTRIES = [
  { top: 0, height: 40 },
  { top: 40, height: 60 },
  { top: 100, height: 40 },
];

test.each([
  ['stays where it is dragged a little', 0, 30, 0],
  ['passes an entry once its middle is beyond the other’s', 0, 51, 1],
  ['goes to the end', 0, 500, 2],
  ['goes up past one', 2, -60, 1],
  ['goes to the beginning', 2, -500, 0],
  ['stays at the beginning', 0, -500, 0],
])('a dragged entry %s', (_what, from, distance, to) => {
  expect(placeOf(ENTRIES, from, distance)).toBe(to);
});
