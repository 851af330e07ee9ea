import { describe, expect, test } from 'vitest';
import { Secret } from 'otpauth';
import {
  createRecoveryCodes,
  hashRecoveryCode,
  createTotpSecret,
  findTotpStep,
  totpUri,
} from './check-second-factor.ts';

/** Of RFC 6238, appendix B; its codes have eight digits, of which apps show the last six. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32;
const at = (seconds: number) => ({ lastStep: 0, now: new Date(seconds * 1000) });

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('the RFC’s code at %i seconds is %s', (seconds, code) => {
  expect(findTotpStep(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

test('a code counts one step earlier and later, and no further', () => {
  const step = Math.floor(1_111_111_109 / 30);
  expect(findTotpStep(SECRET, '081804', at(1_111_111_109 + 30))).toBe(step);
  expect(findTotpStep(SECRET, '081804', at(1_111_111_109 - 30))).toBe(step);
  expect(findTotpStep(SECRET, '081804', at(1_111_111_109 + 61))).toBeUndefined();
  expect(findTotpStep(SECRET, '081804', at(1_111_111_109 - 61))).toBeUndefined();
});

test('a code of a step that was used, or of one before it, is worth nothing', () => {
  const now = new Date(1_111_111_109 * 1000);
  const step = Math.floor(1_111_111_109 / 30);
  expect(findTotpStep(SECRET, '081804', { lastStep: step - 1, now })).toBe(step);
  expect(findTotpStep(SECRET, '081804', { lastStep: step, now })).toBeUndefined();
});

test('an app learns secret, issuer and account from the address', () => {
  const secret = createTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpUri(secret, 'ada@example.test')).toBe(
    `otpauth://totp/Lectern:ada%40example.test?issuer=Lectern&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});

describe('recovery codes', () => {
  test('are ten different ones that are easy to copy', () => {
    const codes = createRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
  });

  test('are read however they are typed', () => {
    const hash = hashRecoveryCode('4kq7-m2xd-01fz-tb8c');
    expect(hashRecoveryCode(' 4KQ7 M2XD OIFZ TB8C ')).toEqual(hash);
    expect(hashRecoveryCode('4kq7-m2xd-01fz-tb8d')).not.toEqual(hash);
  });
});
