import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { PROBLEM_MESSAGES } from '#contract/messages/problems.ts';
import type { RateLimitConfig } from '#server/config.ts';
import { ProblemError } from '../problem-error.ts';
import { clientNetwork } from './client-network.ts';

const QUARTER_OF_AN_HOUR = 15 * 60;
const AN_HOUR = 60 * 60;
const A_DAY = 24 * AN_HOUR;
const CODES_PER_QUARTER = 10;
const CODES_PER_DAY = 50;
/** How many networks may each reach the limit of failed logins before an account is closed to unknown devices. */
const NETWORKS_PER_ACCOUNT = 10;

/** Counts attempts in PostgreSQL, so that many api processes share one count. */
export interface RateLimits {
  /** @throws {ProblemError} too_many_requests, with the seconds to wait. */
  countLogin(attempt: LoginAttempt): Promise<void>;
  /** A login that succeeded is not a failed one. */
  forgiveLogin(attempt: LoginAttempt): Promise<void>;
  /** Counts returns from the sign-in provider. @throws {ProblemError} too_many_requests, with the seconds to wait. */
  countProviderSignIn(address: string): Promise<void>;
  /** A sign-in that succeeded is not a failed one. */
  forgiveProviderSignIn(address: string): Promise<void>;
  /** @throws {ProblemError} too_many_requests, with the seconds to wait. */
  countRegistration(address: string): Promise<void>;
  /** Counts asking for a reset link, and using one. @throws {ProblemError} too_many_requests, with the seconds to wait. */
  countPasswordReset(address: string): Promise<void>;
  /**
   * A signed-in user confirms their password. Counted apart from logins: whoever holds a stolen token must not be
   * able to keep its owner from signing in.
   * @throws {ProblemError} too_many_requests, with the seconds to wait.
   */
  countPasswordCheck(userId: number, address: string): Promise<void>;
  forgivePasswordCheck(userId: number, address: string): Promise<void>;
  /**
   * Counts codes of an account's second factor; those of a device that it knows apart, so that whoever has the password cannot
   * keep the owner out.
   * @throws {ProblemError} too_many_requests, with the seconds to wait.
   */
  countSecondFactor(userId: number, device: string | undefined): Promise<void>;
  forgiveSecondFactor(userId: number, device: string | undefined): Promise<void>;
  /** @throws {ProblemError} too_many_requests, with the seconds to wait. */
  countExport(userId: number): Promise<void>;
  /** Counts a call that costs much. @throws {ProblemError} too_many_requests, with the seconds to wait. */
  countWork(instructorId: number, kind: WorkKind): Promise<void>;
}

export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  /** Identifies a device that signed in to this account before. Its failures count for it alone. */
  readonly device: string | undefined;
}

export type WorkKind = 'quiz' | 'summary' | 'transcription' | 'document' | 'answer' | 'model_connection';

export function createRateLimits(pool: pg.Pool, config: RateLimitConfig): RateLimits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    });
  const perAccountAndNetwork = limiter('login-account', config.loginFailuresPerAccount, QUARTER_OF_AN_HOUR);
  const perDevice = limiter('login-device', config.loginFailuresPerAccount, QUARTER_OF_AN_HOUR);
  // Guesses from many networks add up. Only devices that the account does not know are then refused.
  const perAccount = limiter(
    'login-everywhere',
    NETWORKS_PER_ACCOUNT * config.loginFailuresPerAccount,
    QUARTER_OF_AN_HOUR,
  );
  const perAddress = limiter('login-address', config.loginFailuresPerAddress, QUARTER_OF_AN_HOUR);
  const passwordChecks = limiter('password-check', config.loginFailuresPerAccount, QUARTER_OF_AN_HOUR);
  const providerSignIns = limiter('provider', config.loginFailuresPerAddress, QUARTER_OF_AN_HOUR);
  const exports = limiter('export', config.exportsPerAccount, AN_HOUR);
  const registrations = limiter('registration', config.registrationsPerAddress, AN_HOUR);
  const resets = limiter('password-reset', config.passwordResetsPerAddress, AN_HOUR);
  const secondFactors = limiter('code', CODES_PER_QUARTER, QUARTER_OF_AN_HOUR);
  // Three of a million codes are right at a time: at this pace a guesser needs years.
  const secondFactorsPerDay = limiter('code-day', CODES_PER_DAY, A_DAY);
  const work = limiter('work', config.workCallsPerHour, AN_HOUR);
  return {
    async countLogin({ email, address, device }) {
      if (device !== undefined) {
        await count(perDevice, device, 'failed_logins');
        return;
      }
      const network = clientNetwork(address);
      await count(perAddress, network, 'failed_logins');
      await count(perAccountAndNetwork, keyOf(`${email} ${network}`), 'failed_logins');
      await count(perAccount, keyOf(email), 'failed_logins');
    },
    async forgiveLogin({ email, address, device }) {
      if (device !== undefined) {
        await perDevice.delete(device);
        return;
      }
      const network = clientNetwork(address);
      await Promise.all([
        perAddress.reward(network),
        perAccountAndNetwork.delete(keyOf(`${email} ${network}`)),
        perAccount.reward(keyOf(email)),
      ]);
    },
    async countProviderSignIn(address) {
      await count(providerSignIns, clientNetwork(address), 'failed_logins');
    },
    async forgiveProviderSignIn(address) {
      await providerSignIns.reward(clientNetwork(address));
    },
    async countRegistration(address) {
      await count(registrations, clientNetwork(address), 'registrations_too_often');
    },
    async countPasswordReset(address) {
      await count(resets, clientNetwork(address), 'password_resets_too_often');
    },
    async countWork(instructorId, kind) {
      await count(work, `${kind}-${instructorId}`, 'work_too_often');
    },
    async countPasswordCheck(userId, address) {
      await count(perAddress, clientNetwork(address), 'wrong_passwords');
      await count(passwordChecks, String(userId), 'wrong_passwords');
    },
    async forgivePasswordCheck(userId, address) {
      await Promise.all([passwordChecks.delete(String(userId)), perAddress.reward(clientNetwork(address))]);
    },
    async countSecondFactor(userId, device) {
      await count(secondFactors, device ?? String(userId), 'wrong_codes');
      await count(secondFactorsPerDay, device ?? String(userId), 'wrong_codes');
    },
    async forgiveSecondFactor(userId, device) {
      await secondFactors.delete(device ?? String(userId));
      await secondFactorsPerDay.reward(device ?? String(userId));
    },
    async countExport(userId) {
      await count(exports, String(userId), 'exports_too_often');
    },
  };
}

/** Of a fixed length, since the table's keys are short and an email is not; nor need the table hold addresses. */
const keyOf = (email: string): string => createHash('sha256').update(email).digest('base64url');

type RefusalCode = Exclude<keyof (typeof PROBLEM_MESSAGES)['too_many_requests'], 'uploads_unfinished'>;

async function count(limiter: RateLimiterPostgres, key: string, code: RefusalCode): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new ProblemError(code, { retryAfterSeconds });
  }
}
