import { expect, test } from 'vitest';
import { isWordAboutOneself } from './words-about-oneself.ts';

const EMAIL = 'Ada.Lovelace@example.org';

test.each([
  'ada.lovelace@example.org',
  'ADA.LOVELACE@EXAMPLE.ORG',
  'ada.lovelace',
  'Lectern2026!',
  'lectern123',
])('%s is known to everybody', (password) => {
  expect(isWordAboutOneself(password, EMAIL)).toBe(true);
});

test.each([
  'ada.lovelace and the engine',
  'ada.lovelace1',
  'my lectern',
  'lecterns are made of oak',
  '12345678',
  '        ',
])('%j is not', (password) => {
  expect(isWordAboutOneself(password, EMAIL)).toBe(false);
});
