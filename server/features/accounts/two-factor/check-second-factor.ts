import type { Database } from '../../../database/database.ts';
import type { Dependencies } from '../../../ports.ts';
import { invalidField } from '../../../problem-error.ts';
import { openSealed } from '../../../security/seal.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';
import { findSecondFactor, spendRecoveryCode, spendStep } from './two-factor.store.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets' | 'rateLimits'>;

const SIX_DIGITS = /^\d{6}$/;

export const hasSecondFactor = async (database: Database, userId: number): Promise<boolean> =>
  (await findSecondFactor(database, userId))?.enabled_at != null;

/**
 * Spends a code of the app, or a recovery code. Undefined when it is wrong, was used, or is too old. Call it in the transaction
 * of what the code allows, so that it is not spent for nothing.
 */
export async function spendCode(
  { secrets }: Pick<Dependencies, 'secrets'>,
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
  const step = findTotpStep(secret, code, { lastStep: Number(row.last_step), now: new Date() });
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
    throw invalidField('code', 'Enter the code of your authenticator app, or a recovery code.');
  }
  await rateLimits.countSecondFactor(userId, undefined);
  if ((await spendCode(dependencies, database, userId, code)) === undefined) {
    await recordWrongCode(dependencies, userId);
    throw wrongCode();
  }
  await rateLimits.forgiveSecondFactor(userId, undefined);
}

export const wrongCode = () =>
  invalidField('code', 'This code is wrong or was used already. Wait for the next one and enter that.');

export const recordWrongCode = (
  { database }: Pick<Dependencies, 'database'>,
  userId: number,
): Promise<void> =>
  recordAudit(database, {
    action: 'second_factor_check',
    outcome: 'failed',
    subject: { kind: 'account', id: userId },
  });
