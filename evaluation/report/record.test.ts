import { expect, test } from 'vitest';
import { insertRun } from './record.ts';
import { makeTable } from './tables.ts';

const date = new Date('2026-11-21T12:00:00Z');

test('a run stands below the heading and above the earlier ones', () => {
  const once = insertRun('# Evaluation\n\n## Runs, newest first\n\n## Later\n', 'One', date, 'abc');
  const twice = insertRun(once, 'Two with $& in it', date, 'def');
  expect(twice).toBe(
    '# Evaluation\n\n## Runs, newest first\n\n### 2026-11-21, commit def\n\nTwo with $& in it\n\n### 2026-11-21, commit abc\n\nOne\n\n## Later\n',
  );
});

test('a document without the heading is refused', () => {
  expect(() => insertRun('# Evaluation\n', 'One', date, 'abc')).toThrow('no heading');
});

test('a table’s columns are as wide as their widest cell', () => {
  expect(makeTable(['A', 'Name'], [['12345', 'x']])).toBe(
    '| A     | Name |\n| ----- | ---- |\n| 12345 | x    |',
  );
});
