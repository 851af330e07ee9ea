import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=999999999999999999999-', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['items=0-1', undefined],
  ['bytes=a-b', undefined],
  [undefined, undefined],
] as const)('%s of 100 bytes', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});

test('nothing can be had of an empty file', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
});

test('whatever is asked, a range lies within the file', () => {
  const part = fc.oneof(
    fc.nat().map(String),
    fc.constant(''),
    fc.bigInt({ min: 0n }).map(String),
    fc.string(),
  );
  fc.assert(
    fc.property(part, part, fc.nat({ max: 2 ** 40 }), (first, last, sizeBytes) => {
      const range = parseRange(`bytes=${first}-${last}`, sizeBytes);
      if (range === undefined || range === 'unsatisfiable') return;
      expect(Number.isInteger(range.start) && Number.isInteger(range.end)).toBe(true);
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(sizeBytes);
    }),
  );
});
