import { createHash, randomBytes } from 'node:crypto';
import { PAGES } from '#contract/page-addresses.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { SignInTicketPayload } from '#server/platform/database/sign-in-tables.ts';
import { findTicket, insertTicket, type SignInTicketRow } from './one-time-token.store.ts';

/** 256 random bits for a link, and the hash that the database stores of them. */
export function createOneTimeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOneTimeToken(token) };
}

/** A plain hash suffices: the token cannot be guessed. */
export const hashOneTimeToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Behind a `#`, so that no proxy's log and no other site ever sees the token. */
export const oneTimeLink = (origin: string, page: 'register' | 'resetPassword', token: string): string =>
  `${origin}${PAGES[page]}#token=${token}`;

/** Leads to the registration form, which then sends the token along. */
export const registrationLink = (origin: string, token: string, email: string): string =>
  `${origin}${PAGES.register}#${new URLSearchParams({ verification: token, email }).toString()}`;

/** A page exchanges its ticket at once; a person needs time to find their password or their phone. */
const VALID_MILLISECONDS = { session: 60_000, link: 600_000, second_factor: 600_000 } as const;
/** Longer than a page's ticket, because an operator copies the link from a terminal. */
export const SIGN_IN_LINK_MILLISECONDS = 600_000;

/** A token for the next step of a sign-in. The database stores only its hash. */
export async function issueTicket(
  database: Database,
  kind: SignInTicketRow['kind'],
  userId: number,
  payload: SignInTicketPayload,
  validMilliseconds: number = VALID_MILLISECONDS[kind],
): Promise<string> {
  const { token, hash } = createOneTimeToken();
  await insertTicket(database, {
    token_hash: hash,
    kind,
    user_id: userId,
    payload,
    expires_at: new Date(Date.now() + validMilliseconds),
  });
  return token;
}

/** The ticket of a token that has not expired or been used. */
export const findTicketOf = (
  database: Database,
  token: string,
  kind: SignInTicketRow['kind'],
): Promise<SignInTicketRow | undefined> => findTicket(database, hashOneTimeToken(token), kind, new Date());
