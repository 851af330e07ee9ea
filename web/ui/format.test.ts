import { expect, test } from 'vitest';
import { formatBytes, formatSeconds, formatTimeAgo } from './format.ts';

test.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [65, '1:05'],
  [3600, '1:00:00'],
  [3729, '1:02:09'],
  [-3, '0:00'],
])('%s seconds read %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_500, '1.5 kB'],
  [3_400_000, '3.4 MB'],
  [2_000_000_000, '2 GB'],
  [45_300_000, '45 MB'],
])('%s bytes read %s', (size, text) => {
  expect(formatBytes(size, 'en')).toBe(text);
});

test.each([
  ['2026-03-10T11:59:30Z', 'now'],
  ['2026-03-10T11:57:50Z', '2 min. ago'],
  ['2026-03-10T09:00:00Z', '3 hr. ago'],
  ['2026-03-09T10:00:00Z', 'yesterday'],
  ['2026-03-01T10:00:00Z', 'Mar 1, 2026'],
])('%s is %s', (instant, text) => {
  expect(formatTimeAgo(instant, 'en', Date.parse('2026-03-10T12:00:00Z'))).toBe(text);
});
