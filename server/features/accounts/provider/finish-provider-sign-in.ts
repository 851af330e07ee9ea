import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { email as emailSchema, type Session } from '#contract/accounts.ts';
import type { SignInError } from '#contract/sign-in-errors.ts';
import type { providerSessionRequest } from '#contract/sign-in.ts';
import { inTransaction, retryingDeadlocks, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import {
  SignInProviderError,
  type ProviderAccount,
  type ProviderTransaction,
  type SignInProvider,
} from '#server/platform/sign-in/sign-in-provider.ts';
import { findUserByEmail, findUserById } from '../account.store.ts';
import { deleteToken } from '../one-time-token.store.ts';
import { issueTicket, findTicketOf } from '../one-time-tokens.ts';
import { createAccount, admitRegistration } from '../registration.ts';
import { openSession, sayWhatEnded, type Caller } from '../sessions.ts';
import { verifyAddress } from '../verify-address.ts';
import { findUserOfIdentity, insertIdentity, touchIdentity } from './identity.store.ts';

type Needed = Pick<Dependencies, 'clock' | 'config' | 'database' | 'log' | 'rateLimits' | 'secrets'>;

/** What the login page gets to know when the provider has led back to it. */
export type ProviderOutcome =
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'link'; readonly token: string; readonly email: string }
  | { readonly kind: 'failed'; readonly error: SignInError };

interface ProviderReturn {
  readonly redirectUri: string;
  readonly query: string;
  /** Absent when this browser began nothing, or too long ago. */
  readonly pending: { readonly tab: string; readonly transaction: ProviderTransaction } | undefined;
  readonly address: string;
}

/** Ends the sign-in with an error that the page explains. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly error: SignInError;

  constructor(error: SignInError, options: { cause?: unknown } = {}) {
    super(error, options);
    this.error = error;
  }
}

/**
 * Checks what the provider says, and finds or creates the account it is about. An account that has the same email address
 * but is not linked yet is never opened by that: its owner confirms with its password first.
 */
export async function finishProviderSignIn(
  dependencies: Needed,
  provider: SignInProvider,
  given: ProviderReturn,
): Promise<ProviderOutcome> {
  try {
    await dependencies.rateLimits.countProviderSignIn(given.address);
    if (given.pending === undefined) throw new RefusedError('expired');
    const { tab, transaction } = given.pending;
    const account = await provider.finish(given.redirectUri, given.query, transaction);
    refuseDomain(dependencies, account);
    const outcome = await settle(dependencies, account, tab, given.address);
    await dependencies.rateLimits.forgiveProviderSignIn(given.address);
    return outcome;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    dependencies.log.info({ reason, err: error }, 'A sign-in with the provider did not succeed.');
    if (reason !== 'too_many_requests') {
      await recordAudit(dependencies.database, 'sign_in', {
        outcome: 'failed',
        details: { method: 'provider', reason },
      });
    }
    return { kind: 'failed', error: reason };
  }
}

const PROVIDER_REASONS = {
  unreachable: 'provider_unreachable',
  cancelled: 'cancelled',
  refused: 'provider_refused',
} as const;

function reasonOf(error: unknown): SignInError | undefined {
  if (error instanceof RefusedError) return error.error;
  if (error instanceof SignInProviderError) return PROVIDER_REASONS[error.reason];
  if (error instanceof ProblemError && error.code === 'too_many_requests') return 'too_many_requests';
  return undefined;
}

/** An unverified address says nothing about where someone belongs. */
function refuseDomain({ config }: Needed, { email, isEmailVerified }: ProviderAccount): void {
  const domains = config.signInProvider?.allowedDomains ?? [];
  if (domains.length === 0) return;
  if (email === undefined) throw new RefusedError('email_missing');
  if (!isEmailVerified) throw new RefusedError('email_not_verified');
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new RefusedError('domain_not_allowed');
}

async function settle(
  dependencies: Needed,
  account: ProviderAccount,
  tab: string,
  address: string,
): Promise<ProviderOutcome> {
  const known = await findKnown(dependencies, account, tab);
  if (known !== undefined) return known;
  await dependencies.rateLimits.countRegistration(address);
  const created = await createFor(dependencies, account, tab);
  // Someone took the address at the same moment: most likely the same person, in another tab.
  const outcome = created ?? (await findKnown(dependencies, account, tab));
  if (outcome === undefined) throw new RefusedError('expired');
  return outcome;
}

/** For an account that is linked, or could be. */
const findKnown = (
  { database }: Needed,
  account: ProviderAccount,
  tab: string,
): Promise<ProviderOutcome | undefined> =>
  inTransaction(database, async (transaction) => {
    const linked = await findUserOfIdentity(transaction, account);
    if (linked !== undefined) {
      if (!linked.is_active) throw new RefusedError('account_inactive');
      await touchIdentity(transaction, account, new Date());
      const { issuer, subject, email, isEmailVerified } = account;
      const payload = {
        tab,
        identity: { issuer, subject },
        ...(isEmailVerified && email !== undefined ? { verifiedEmail: email } : {}),
      };
      return { kind: 'session', token: await issueTicket(transaction, 'session', linked.id, payload) };
    }
    const email = checkEmail(account);
    const sameEmail = await findUserByEmail(transaction, email);
    if (sameEmail === undefined) return undefined;
    if (!sameEmail.is_active) throw new RefusedError('account_inactive');
    const { issuer, subject } = account;
    const payload = { tab, identity: { issuer, subject } };
    return { kind: 'link', email, token: await issueTicket(transaction, 'link', sameEmail.id, payload) };
  });

function checkEmail({ email, isEmailVerified }: ProviderAccount): string {
  const parsed = emailSchema.safeParse(email);
  if (!parsed.success) throw new RefusedError('email_missing', { cause: parsed.error });
  if (!isEmailVerified) throw new RefusedError('email_not_verified');
  return parsed.data;
}

/** Undefined when the email address is taken by now. */
async function createFor(
  dependencies: Needed,
  account: ProviderAccount,
  tab: string,
): Promise<ProviderOutcome | undefined> {
  const email = checkEmail(account);
  // No one knows this password: it keeps the account from being opened by one until its owner sets one.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  return retryingDeadlocks(() =>
    inTransaction(dependencies.database, async (transaction) => {
      await admit(dependencies, transaction, email);
      const user = await createAccount(dependencies, transaction, {
        email,
        name: nameOf(account),
        department: '',
        passwordHash,
        hasPassword: false,
        emailVerifiedAt: new Date(),
        hasFirstLink: false,
      });
      if (user === undefined) return undefined;
      await insertIdentity(transaction, account, user.id);
      return { kind: 'session', token: await issueTicket(transaction, 'session', user.id, { tab }) };
    }),
  );
}

/** The caller has already checked OIDC_ALLOWED_DOMAINS. */
async function admit({ config }: Needed, transaction: Database, email: string): Promise<void> {
  if (config.signInProvider?.alwaysCreatesAccounts === true) return;
  try {
    await admitRegistration(transaction, { email, invitation: undefined });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const isClosed = error.code === 'registration_closed';
    throw new RefusedError(isClosed ? 'registration_closed' : 'domain_not_allowed', { cause: error });
  }
}

const NAME_LENGTH = 200;

/** PostgreSQL's text cannot hold NUL. */
const nameOf = ({ name }: ProviderAccount): string | undefined =>
  name?.replaceAll('\u0000', '').slice(0, NAME_LENGTH).trim();

export const ticketIsInvalid = (): ProblemError => new ProblemError('provider_sign_in_expired');

/**
 * Exchanges the token that the provider's sign-in ended with for a session. Only the page that began that sign-in can: a link
 * that someone else made must not sign a person in to the account of that someone.
 * @throws {ProblemError} token_invalid; account_inactive.
 */
export const redeemSignIn = (
  dependencies: Pick<Dependencies, 'clock' | 'config' | 'database' | 'secrets'>,
  { token, tab }: z.infer<typeof providerSessionRequest>,
  caller: Caller,
): Promise<Session> =>
  // Two sign-ins at once may both replace a key that can no longer be read.
  retryingDeadlocks(() =>
    inTransaction(dependencies.database, async (transaction) => {
      const ticket = await findTicketOf(transaction, token, 'session');
      // No page started a link that the command line printed.
      if (ticket === undefined || (ticket.payload.isFromCommandLine !== true && ticket.payload.tab !== tab))
        throw ticketIsInvalid();
      if (!(await deleteToken(transaction, 'sign_in_tickets', ticket.token_hash))) throw ticketIsInvalid();
      const before = await findUserById(transaction, ticket.user_id);
      if (before === undefined) throw ticketIsInvalid();
      if (!before.is_active) {
        throw new ProblemError('account_deactivated');
      }
      const { verifiedEmail, identity, isFromCommandLine } = ticket.payload;
      const method = isFromCommandLine === true ? 'link' : 'provider';
      const ended =
        verifiedEmail === before.email
          ? await verifyAddress(dependencies, transaction, before.id, identity)
          : undefined;
      const user = (await findUserById(transaction, before.id)) ?? before;
      await recordAudit(transaction, 'sign_in', {
        by: user.id,
        on: ['account', user.id],
        details: { method },
      });
      return sayWhatEnded(await openSession(dependencies, transaction, user, caller, method), ended);
    }),
  );
