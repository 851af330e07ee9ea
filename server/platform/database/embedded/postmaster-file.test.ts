import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePostmasterFile } from './postmaster-file.ts';

test('a complete file gives id, port and status', () => {
  const text = '4711\n/data\n1700000000\n15432\n\n127.0.0.1\n  1234567 0\nready   \n';
  expect(parsePostmasterFile(text)).toEqual({ processId: 4711, port: 15_432, status: 'ready' });
});

test('returns the written part of an incomplete file', () => {
  expect(parsePostmasterFile('4711\n/data\n')).toEqual({
    processId: 4711,
    port: undefined,
    status: undefined,
  });
  expect(parsePostmasterFile('')).toBeUndefined();
  expect(parsePostmasterFile('-4711\n')).toBeUndefined();
});

test('whatever the file holds, an id is a positive integer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const file = parsePostmasterFile(text);
      return file === undefined || (Number.isSafeInteger(file.processId) && file.processId > 0);
    }),
  );
});
