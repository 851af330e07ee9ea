import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { invalidField } from '#server/platform/problem-error.ts';
import { openSealed } from '#server/platform/security/seal.ts';
import { findSecondFactor, spendRecoveryCode, spendStep } from './two-factor.store.ts';

type Needed = Pick<Dependencies, 'clock' | 'database' | 'secrets' | 'rateLimits'>;

const SIX_DIGITS = /^\d{6}$/;

export const hasSecondFactor = async (database: Database, userId: number): Promise<boolean> =>
  (await findSecondFactor(database, userId))?.enabled_at != null;

/**
 * Spends a code of the app, or a recovery code. Undefined when it is wrong, was used, or is too old. Call it in the transaction
 * of what the code allows, so that it is not spent for nothing.
 */
export async function spendCode(
  { clock, secrets }: Pick<Dependencies, 'clock' | 'secrets'>,
  transaction: Database,
  userId: number,
  given: string,
): Promise<'app' | 'recovery_code' | undefined> {
  const code = given.replaceAll(/\s/g, '');
  if (!SIX_DIGITS.test(code)) {
    const isRight = await spendRecoveryCode(transaction, userId, hashRecoveryCode(code));
    return isRight ? 'recovery_code' : undefined;
  }
  const row = await findSecondFactor(transaction, userId);
  if (row?.enabled_at == null || row.secret_encrypted === null) return undefined;
  const secret = openSealed(secrets.secondFactorKey, row.secret_encrypted);
  if (secret === undefined) return undefined;
  const step = findTotpStep(secret, code, { lastStep: Number(row.last_step), now: clock.now() });
  if (step === undefined || !(await spendStep(transaction, userId, step))) return undefined;
  return 'app';
}

/**
 * What takes the password of a protected account takes a code too.
 * @throws {ProblemError} validation_failed on `code` when it is missing or wrong; too_many_requests.
 */
export async function confirmSecondFactor(
  dependencies: Needed,
  userId: number,
  code: string | undefined,
): Promise<void> {
  const { database, rateLimits } = dependencies;
  if (!(await hasSecondFactor(database, userId))) return;
  if (code === undefined) {
    throw invalidField('code', 'second_factor_code_missing');
  }
  await rateLimits.countSecondFactor(userId, undefined);
  if ((await spendCode(dependencies, database, userId, code)) === undefined) {
    await recordWrongCode(dependencies, userId);
    throw wrongCode();
  }
  await rateLimits.forgiveSecondFactor(userId, undefined);
}

export const wrongCode = () => invalidField('code', 'second_factor_code_wrong');

export const recordWrongCode = (
  { database }: Pick<Dependencies, 'database'>,
  userId: number,
): Promise<void> =>
  recordAudit(database, 'second_factor_check', { outcome: 'failed', on: ['account', userId] });

const RECOVERY_CODES = 10;
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

/** What every authenticator app supports: six digits of SHA-1, new every 30 seconds (RFC 6238). */
const FORM = { issuer: 'Lectern', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** One step to either side, for clocks that differ. */
const WINDOW = 1;

/** A new secret, in base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What a QR code of the set-up contains. @param label as the app lists it, such as the email address. */
export const totpUri = (secret: string, label: string): string =>
  new TOTP({ ...FORM, label, secret }).toString();

/**
 * The time step that the code belongs to, or undefined when it is wrong or of a step up to `lastStep`: a code that was read over
 * someone's shoulder is worth nothing once it has been used.
 */
export function findTotpStep(
  secret: string,
  code: string,
  { lastStep, now }: { lastStep: number; now: Date },
): number | undefined {
  const totp = new TOTP({ ...FORM, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp }) + delta;
  return step > lastStep ? step : undefined;
}
