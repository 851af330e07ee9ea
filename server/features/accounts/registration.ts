import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { registerRequest, Session } from '#contract/accounts.ts';
import type {
  AdministeredRegistration,
  RegistrationOptions,
  RegistrationSettings,
  Invitation,
  invitationRequest,
  NewInvitation,
} from '#contract/administration.ts';
import type { Administrator } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/platform/problem-error.ts';
import { createApiKey, encryptApiKey, hashApiKey } from '#server/platform/security/api-keys.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { insertUser, type UserRow } from './account.store.ts';
import {
  awaitsFirstAdministrator,
  isFirstAdministrator,
  opensFirstAdministrator,
  refuseBeforeFirstAdministrator,
} from './first-administrator.ts';
import { refuseGuessablePassword, refuseWithoutLocalAccounts } from './check-password.ts';
import { findRegistrationSettings, hasAccounts, updateRegistrationSettings } from './installation.store.ts';
import {
  useInvitation,
  findInvitation,
  findRegistrationLink,
  deleteTokenById,
  insertInvitation,
  listInvitationRows,
  type InvitationRow,
} from './one-time-token.store.ts';
import { hashOneTimeToken, createOneTimeToken, oneTimeLink } from './one-time-tokens.ts';
import { openSession, type Caller } from './sessions.ts';

type Needed = Pick<Dependencies, 'database'>;

export const readRegistrationSettings = async ({
  database,
  config,
}: Pick<Dependencies, 'database' | 'config'>): Promise<AdministeredRegistration> =>
  present(config, await findRegistrationSettings(database));

const present = (
  config: Dependencies['config'],
  settings: RegistrationSettings,
): AdministeredRegistration => ({
  ...settings,
  verifies_addresses: config.mail !== undefined,
});

/** What anyone may know: whether and how they can register, and how a password is reset. */
export async function readRegistrationOptions({
  database,
  config,
}: Pick<Dependencies, 'database' | 'config'>): Promise<RegistrationOptions> {
  return {
    ...(await findRegistrationSettings(database)),
    needs_link: await needsLink({ config }, database),
    awaits_first_administrator: await awaitsFirstAdministrator({ config }, database),
    password_reset: config.mail === undefined ? 'administrator' : 'email',
  };
}

/** Whether registration begins with a mailed link. */
async function needsLink({ config }: Pick<Dependencies, 'config'>, database: Database): Promise<boolean> {
  if (config.mail === undefined) return false;
  return config.firstAdministratorEmail !== undefined || (await hasAccounts(database));
}

export async function changeRegistration(
  { database, config }: Pick<Dependencies, 'database' | 'config'>,
  administrator: Administrator,
  { mode, allowed_domains: domains }: RegistrationSettings,
): Promise<AdministeredRegistration> {
  const changed = { mode, allowed_domains: [...new Set(domains)] };
  await inTransaction(database, async (transaction) => {
    await updateRegistrationSettings(transaction, changed);
    await recordAudit(transaction, 'registration_changed', {
      by: administrator.userId,
      details: { mode: changed.mode, allowed_domains: changed.allowed_domains.join(' ') },
    });
  });
  return present(config, changed);
}

export interface Applicant {
  readonly email: string;
  /** The hash of an invitation's token. */
  readonly invitation: Buffer | undefined;
}

/**
 * Whether this address may register. An invitation is spent by it, in the transaction that makes the account.
 * @param useOf `findInvitation` spends none.
 * @throws {ProblemError} registration_closed; validation_failed on `email` or `invitation`.
 */
export async function admitRegistration(
  transaction: Database,
  { email, invitation }: Applicant,
  useOf: typeof findInvitation = useInvitation,
): Promise<void> {
  const { mode, allowed_domains: domains } = await findRegistrationSettings(transaction);
  if (mode === 'closed') {
    throw new ProblemError('registration_closed');
  }
  if (invitation !== undefined) {
    if ((await useOf(transaction, { hash: invitation, email, now: new Date() })) !== undefined) return;
    throw invalidField('invitation', 'invitation_invalid');
  }
  if (mode === 'invite') {
    throw new ProblemError('registration_by_invitation');
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) {
    throw invalidField('email', 'email_domain', { domains });
  }
}

/** The hash of a token that may have been left out. */
export const hashGiven = (token: string | undefined): Buffer | undefined =>
  token === undefined || token === '' ? undefined : hashOneTimeToken(token);

/**
 * Makes an account and signs it in. Where Lectern sends mail, the link that proves whose the address is comes first. The first
 * account of an installation needs none, since mail may not work yet.
 * @throws {ProblemError} validation_failed on `verification` when there is no valid link, on `email` when it is taken, on
 * `password` when it is easy to guess; too_many_requests; registration_closed, or validation_failed on `invitation`, as
 * the settings say.
 */
export async function registerAccount(
  dependencies: Pick<Dependencies, 'clock' | 'config' | 'database' | 'secrets' | 'rateLimits'>,
  input: z.infer<typeof registerRequest>,
  caller: Caller,
): Promise<Session> {
  const { database, rateLimits } = dependencies;
  const email = input.email.toLowerCase();
  const hash = hashGiven(input.verification);
  const link =
    hash === undefined ? undefined : await findRegistrationLink(database, { hash, email, now: new Date() });
  // The request for the link was counted.
  if (link === undefined) await rateLimits.countRegistration(caller.address);
  if (hash !== undefined && link === undefined) throw linkIsInvalid();
  await refuseGuessablePassword(input.password, email, 'password');
  const passwordHash = await hashPassword(input.password);
  return inTransaction(database, async (transaction) => {
    const invitation = link?.invitation_hash ?? hashGiven(input.invitation);
    const hasFirstLink = await opensFirstAdministrator(dependencies, transaction, invitation);
    if (!hasFirstLink) {
      await refuseBeforeFirstAdministrator(dependencies, transaction);
      if (link === undefined && (await needsLink(dependencies, transaction))) {
        throw invalidField('verification', 'registration_link_missing');
      }
      if (link !== undefined && !(await deleteTokenById(transaction, 'registration_links', link.id)))
        throw linkIsInvalid();
      await admitRegistration(transaction, { email, invitation });
    }
    const user = await createAccount(dependencies, transaction, {
      email,
      name: input.name,
      department: input.department ?? '',
      passwordHash,
      hasPassword: true,
      emailVerifiedAt: link === undefined ? null : new Date(),
      hasFirstLink,
    });
    if (user === undefined) throw invalidField('email', 'account_exists');
    return openSession(dependencies, transaction, user, caller);
  });
}

const linkIsInvalid = (): ProblemError => invalidField('verification', 'registration_link_invalid');

interface NewAccount {
  readonly email: string;
  /** Without one, people are called what is before the @. */
  readonly name: string | undefined;
  readonly department: string;
  readonly passwordHash: string;
  readonly hasPassword: boolean;
  /** Null when no one has proved whose the address is. */
  readonly emailVerifiedAt: Date | null;
  /** Whether the account is the first administrator's (first-administrator.ts). */
  readonly hasFirstLink: boolean;
}

const nameFromEmail = (email: string): string => email.slice(0, email.indexOf('@'));

/**
 * Creates an account, or returns undefined if the email address is taken. The caller has checked who may register in the same
 * transaction.
 */
export async function createAccount(
  dependencies: Pick<Dependencies, 'config' | 'secrets'>,
  transaction: Database,
  account: NewAccount,
): Promise<UserRow | undefined> {
  const apiKey = createApiKey();
  const isAdministrator =
    account.hasFirstLink || (await isFirstAdministrator(dependencies, transaction, account));
  const { secrets } = dependencies;
  const user = await insertUser(transaction, {
    email: account.email,
    name: account.name === undefined || account.name === '' ? nameFromEmail(account.email) : account.name,
    department: account.department,
    password_hash: account.passwordHash,
    has_password: account.hasPassword,
    api_key_hash: hashApiKey(secrets, apiKey),
    api_key_encrypted: encryptApiKey(secrets, apiKey),
    email_verified_at: account.emailVerifiedAt,
    is_staff: isAdministrator,
  });
  if (user === undefined) return undefined;
  await recordAudit(transaction, 'registration', {
    by: user.id,
    on: ['account', user.id],
    details: account.hasPassword ? {} : { method: 'provider' },
  });
  return user;
}

const DEFAULT_DAYS = 7;
const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Newest first. */
export const listInvitations = async ({ database }: Needed): Promise<Invitation[]> =>
  (await listInvitationRows(database)).map(presentInvitation);

/** Makes a link that lets one person register. @param origin where people reach Lectern. */
export async function createInvitation(
  dependencies: Pick<Dependencies, 'config' | 'database'>,
  administrator: Administrator,
  { email, days = DEFAULT_DAYS }: z.infer<typeof invitationRequest>,
  origin: string,
): Promise<NewInvitation> {
  refuseWithoutLocalAccounts(dependencies);
  const { token, hash } = createOneTimeToken();
  return inTransaction(dependencies.database, async (transaction) => {
    const row = await insertInvitation(transaction, {
      id: randomUUID(),
      token_hash: hash,
      email: email?.toLowerCase() ?? null,
      expires_at: new Date(Date.now() + days * DAY_MILLISECONDS),
    });
    await recordAudit(transaction, 'invitation_created', {
      by: administrator.userId,
      on: ['invitation', row.id],
    });
    return { ...presentInvitation(row), url: oneTimeLink(origin, 'register', token) };
  });
}

/** @throws {ProblemError} not_found. */
export async function revokeInvitation(
  { database }: Needed,
  administrator: Administrator,
  id: string,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    if (!(await deleteTokenById(transaction, 'invitations', id))) {
      throw new ProblemError('invitation_not_found');
    }
    await recordAudit(transaction, 'invitation_revoked', {
      by: administrator.userId,
      on: ['invitation', id],
    });
  });
}

const presentInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  used_at: row.used_at?.toISOString() ?? null,
});
