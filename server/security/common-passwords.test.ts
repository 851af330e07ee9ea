import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['12345678', 'password123', 'PassWord1', 'qwertyuiop', 'iloveyou1'])(
  '%s is common',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test.each(['correct horse battery', 'plate tectonics in May', '836495720'])('%s is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
