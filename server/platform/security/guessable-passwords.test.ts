import { expect, test } from 'vitest';
import { isCommonPassword, isWordAboutOneself } from './guessable-passwords.ts';

test.each(['12345678', 'password123', 'PassWord1', 'qwertyuiop', 'iloveyou1'])(
  '%s is common',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test.each(['correct horse battery', 'plate tectonics in May', '836495720'])('%s is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});

const EMAIL = 'Ada.Lovelace@example.org';

test.each([
  'ada.lovelace@example.org',
  'ADA.LOVELACE@EXAMPLE.ORG',
  'ada.lovelace',
  'Lectern2026!',
  'lectern123',
])('%s is guessable', (password) => {
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
