import { expect, test } from 'vitest';
import { readExpiry } from './expiry-choice.ts';

const now = new Date('2026-11-23T12:00:00.000Z');

test('a key expires after so many days, never, or at the end of the chosen day', () => {
  expect(readExpiry('30', '', now)).toBe('2026-12-23T12:00:00.000Z');
  expect(readExpiry('never', '2027-01-31', now)).toBeNull();
  expect(readExpiry('date', '2027-01-31', now)).toBe(new Date(2027, 0, 31, 23, 59, 59).toISOString());
});

test('a missing or impossible date is none', () => {
  expect(readExpiry('date', '', now)).toBeUndefined();
  expect(readExpiry('date', '2027-13-01', now)).toBeUndefined();
});
