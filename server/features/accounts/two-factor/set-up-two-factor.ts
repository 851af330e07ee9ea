import type { z } from 'zod';
import type { AuditAction } from '#contract/audit-log.ts';
import type {
  RecoveryCodes,
  TwoFactorEnabled,
  TwoFactorSetup,
  twoFactorCheck,
  twoFactorSetupRequest,
  TwoFactorState,
} from '#contract/sign-in.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/platform/problem-error.ts';
import { openSealed, seal } from '#server/platform/security/seal.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { findUserById } from '../account.store.ts';
import { accountGone, confirmPassword } from '../check-password.ts';
import { getSignInKey } from '../api-keys.ts';
import { listIdentities } from '../provider/link-identity.ts';
import { deleteSessionsOf } from '../session.store.ts';
import {
  confirmSecondFactor,
  recordWrongCode,
  createRecoveryCodes,
  hashRecoveryCode,
  createTotpSecret,
  findTotpStep,
  totpUri,
} from './check-second-factor.ts';
import { requiresSecondFactor } from './two-factor-policy.ts';
import {
  countRecoveryCodes,
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  keepPendingSecret,
  replaceRecoveryCodes,
} from './two-factor.store.ts';

type Needed = Pick<Dependencies, 'clock' | 'config' | 'database' | 'secrets' | 'rateLimits'>;

export async function readTwoFactorState(
  dependencies: Pick<Dependencies, 'config' | 'database'>,
  actor: Actor,
): Promise<TwoFactorState> {
  const { config, database } = dependencies;
  const user = await findUserById(database, actor.userId);
  if (user === undefined) throw accountGone();
  const factor = await findSecondFactor(database, user.id);
  const identities = await listIdentities(dependencies, actor);
  const isLinked = identities.some(({ issuer }) => issuer === config.signInProvider?.issuer);
  return {
    enabled: factor?.enabled_at != null,
    enabled_at: factor?.enabled_at?.toISOString() ?? null,
    required: await requiresSecondFactor(database, user),
    recovery_codes_left: await countRecoveryCodes(database, user.id),
    has_password: user.has_password,
    sign_in_provider: isLinked ? (config.signInProvider?.name ?? null) : null,
  };
}

/**
 * Begins the set-up, or the move to another phone: until it is confirmed, everything stays as it was.
 * @throws {ProblemError} validation_failed on `password` or `code`; too_many_requests.
 */
export async function setUpTwoFactor(
  dependencies: Needed,
  actor: Actor,
  { password, code }: z.infer<typeof twoFactorSetupRequest>,
  address: string,
): Promise<TwoFactorSetup> {
  const user = await confirmPassword(dependencies, actor, { password, field: 'password', address });
  await confirmSecondFactor(dependencies, user.id, code);
  const secret = createTotpSecret();
  await keepPendingSecret(dependencies.database, user.id, seal(dependencies.secrets.secondFactorKey, secret));
  return { secret, uri: totpUri(secret, user.email) };
}

/**
 * Turns the second factor on, once the app shows the right code, and ends every other session: those were opened without it.
 * @throws {ProblemError} conflict when no set-up was begun; validation_failed on `code`; too_many_requests.
 */
export async function confirmTwoFactor(
  dependencies: Needed,
  actor: Actor,
  code: string,
): Promise<TwoFactorEnabled> {
  const { database, secrets, rateLimits } = dependencies;
  const pending = (await findSecondFactor(database, actor.userId))?.pending_secret_encrypted ?? null;
  const secret = pending === null ? undefined : openSealed(secrets.secondFactorKey, pending);
  if (pending === null || secret === undefined) throw notBegun();
  await rateLimits.countSecondFactor(actor.userId, undefined);
  const now = dependencies.clock.now();
  const step = findTotpStep(secret, code.replaceAll(/\s/g, ''), { lastStep: 0, now });
  if (step === undefined) {
    await recordWrongCode(dependencies, actor.userId);
    throw invalidField('code', 'second_factor_setup_code_wrong');
  }
  await rateLimits.forgiveSecondFactor(actor.userId, undefined);
  return inTransaction(database, async (transaction) => {
    // Sessions before the user, as a refresh takes them.
    await deleteSessionsOf(transaction, actor.userId, actor.sessionId);
    if (!(await enableSecondFactor(transaction, actor.userId, { pending, step, now }))) throw notBegun();
    const codes = createRecoveryCodes();
    await replaceRecoveryCodes(transaction, actor.userId, codes.map(hashRecoveryCode));
    const user = await findUserById(transaction, actor.userId);
    if (user === undefined) throw accountGone();
    await recordOwn(transaction, actor, 'two_factor_enabled');
    return { recovery_codes: codes, api_key: await getSignInKey(dependencies, transaction, user) };
  });
}

const notBegun = (): ProblemError => new ProblemError('set_up_not_started');

/** Makes the earlier codes worthless. @throws {ProblemError} conflict; validation_failed on `password` or `code`. */
export async function renewRecoveryCodes(
  dependencies: Needed,
  actor: Actor,
  check: z.infer<typeof twoFactorCheck>,
  address: string,
): Promise<RecoveryCodes> {
  await confirmBoth(dependencies, actor, check, address);
  return inTransaction(dependencies.database, async (transaction) => {
    const codes = createRecoveryCodes();
    await replaceRecoveryCodes(transaction, actor.userId, codes.map(hashRecoveryCode));
    await recordOwn(transaction, actor, 'recovery_codes_replaced');
    return { recovery_codes: codes };
  });
}

/**
 * Turns the second factor off.
 * @throws {ProblemError} conflict when it is off or required; validation_failed on `password` or `code`.
 */
export async function turnOffTwoFactor(
  dependencies: Needed,
  actor: Actor,
  check: z.infer<typeof twoFactorCheck>,
  address: string,
): Promise<void> {
  const user = await findUserById(dependencies.database, actor.userId);
  if (user !== undefined && (await requiresSecondFactor(dependencies.database, user))) {
    throw new ProblemError('second_factor_required_here');
  }
  await confirmBoth(dependencies, actor, check, address);
  await inTransaction(dependencies.database, async (transaction) => {
    await deleteSecondFactor(transaction, actor.userId);
    await recordOwn(transaction, actor, 'two_factor_disabled');
  });
}

async function confirmBoth(
  dependencies: Needed,
  actor: Actor,
  { password, code }: z.infer<typeof twoFactorCheck>,
  address: string,
): Promise<void> {
  const factor = await findSecondFactor(dependencies.database, actor.userId);
  if (factor?.enabled_at == null) {
    throw new ProblemError('second_factor_off');
  }
  await confirmPassword(dependencies, actor, { password, field: 'password', address });
  await confirmSecondFactor(dependencies, actor.userId, code);
}

async function recordOwn(transaction: Database, actor: Actor, action: AuditAction): Promise<void> {
  await recordAudit(transaction, action, { by: actor.userId, on: ['account', actor.userId] });
  await announce(transaction, { kind: 'access_ended', userId: actor.userId });
}
