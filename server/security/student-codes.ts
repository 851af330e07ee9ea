import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** Without 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V: no one confuses the others, written or spoken. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY';
const QUIZ_CODE_LENGTH = 6;
const STUDENT_CODE_LENGTH = 9;
const GROUP_LENGTH = 3;

const randomCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** In a link: it names a quiz, and protects nothing. */
export const createQuizCode = (): string => randomCode(QUIZ_CODE_LENGTH);

/** The personal code of a member of a class list: 40 bits, in groups of three. */
export const createStudentCode = (): string => inGroups(randomCode(STUDENT_CODE_LENGTH));

/** As it was typed or heard, without what makes no difference. */
export const readCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^0-9A-Z]/gu, '');

const inGroups = (code: string): string =>
  (code.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? []).join('-');

/** Keyed, so that a stolen database alone does not reveal which codes exist. */
export const hashStudentCode = ({ studentKey }: Pick<Secrets, 'studentKey'>, code: string): Buffer =>
  createHmac('sha256', studentKey)
    .update(`code ${readCode(code)}`)
    .digest();

export const createAttemptSalt = (): Buffer => randomBytes(16);

/** The bearer token of an attempt. It derives from the salt, so each of a student's devices can be given it. */
export const attemptToken = ({ studentKey }: Pick<Secrets, 'studentKey'>, salt: Buffer): string =>
  `at_${createHmac('sha256', studentKey).update('token ').update(salt).digest('base64url')}`;

export const hashAttemptToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The code that continues an attempt on another device. */
export function resumeCode({ studentKey }: Pick<Secrets, 'studentKey'>, salt: Buffer): string {
  const bytes = createHmac('sha256', studentKey).update('resume ').update(salt).digest();
  return inGroups(
    Array.from(bytes.subarray(0, STUDENT_CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  );
}
