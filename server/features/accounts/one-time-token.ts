import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a link, and the hash that the database stores of them. */
export function createOneTimeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOneTimeToken(token) };
}

/** A plain hash suffices: the token cannot be guessed. */
export const hashOneTimeToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Behind a `#`, so that no proxy's log and no other site ever sees the token. */
export const oneTimeLink = (origin: string, page: 'register' | 'reset-password', token: string): string =>
  `${origin}/${page}#token=${token}`;
