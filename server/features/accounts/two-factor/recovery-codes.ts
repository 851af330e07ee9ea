import { createHash, randomBytes } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** Crockford's base32: nothing in it looks like something else. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 6;
const GROUP_LENGTH = 4;

/** Ten codes of 120 random bits, such as `4kq7-m2xd-09fz-tb8c-7hew-30ya`. */
export const createRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, createCode);

function createCode(): string {
  const characters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return Array.from({ length: GROUPS }, (_, group) =>
    characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}

/**
 * A plain hash suffices: 120 random bits cannot be guessed. Case, dashes and spaces make no difference, and neither does what
 * people misread.
 */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(
      code
        .toLowerCase()
        .replaceAll(/[^0-9a-z]/g, '')
        .replaceAll('o', '0')
        .replaceAll(/[il]/g, '1'),
    )
    .digest();
