import type { Database } from '../../database/database.ts';
import type { SignInTicketPayload } from '../../database/sign-in-tables.ts';
import { createOneTimeToken, hashOneTimeToken } from './one-time-token.ts';
import { findTicket, insertTicket, type SignInTicketRow } from './sign-in-ticket.store.ts';

/** A page exchanges its ticket at once; a person needs time to find their password or their phone. */
const VALID_MILLISECONDS = { session: 60_000, link: 600_000, second_factor: 600_000 } as const;

/** A token for the next step of a sign-in. The database stores only its hash. */
export async function issueTicket(
  database: Database,
  kind: SignInTicketRow['kind'],
  userId: number,
  payload: SignInTicketPayload,
): Promise<string> {
  const { token, hash } = createOneTimeToken();
  await insertTicket(database, {
    token_hash: hash,
    kind,
    user_id: userId,
    payload,
    expires_at: new Date(Date.now() + VALID_MILLISECONDS[kind]),
  });
  return token;
}

/** The ticket of a token that has not expired or been used. */
export const findTicketOf = (
  database: Database,
  token: string,
  kind: SignInTicketRow['kind'],
): Promise<SignInTicketRow | undefined> => findTicket(database, hashOneTimeToken(token), kind, new Date());
