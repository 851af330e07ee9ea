import { createHmac, timingSafeEqual } from 'node:crypto';
import { isFileKey } from './file-store.ts';

/** Long enough to watch a lecture with a break; a page fetched again brings a new link. */
const VALID_SECONDS = 4 * 3600;
/** Links made within the same quarter of an hour are equal, so that a browser's cache serves them. */
const STEP_SECONDS = 900;

const signatureOf = (secret: Buffer, key: string, expires: number): Buffer =>
  createHmac('sha256', secret).update(`${key}\n${expires}`).digest();

/** Path and query of a signed, short-lived link to a stored file: `/files/<key>?expires=…&signature=…`. */
export function createFileLink(secret: Buffer, key: string, now = Date.now()): string {
  const expires = Math.ceil(now / 1000 / STEP_SECONDS) * STEP_SECONDS + VALID_SECONDS;
  return `/files/${key}?expires=${expires}&signature=${signatureOf(secret, key, expires).toString('base64url')}`;
}

/** Whether the link's signature is ours and its time has not passed. */
export function isValidFileLink(
  secret: Buffer,
  link: { key: string; expires: string; signature: string },
  now = Date.now(),
): boolean {
  if (!isFileKey(link.key) || !/^\d{1,12}$/.test(link.expires)) return false;
  const expires = Number(link.expires);
  const given = Buffer.from(link.signature, 'base64url');
  const expected = signatureOf(secret, link.key, expires);
  return given.length === expected.length && timingSafeEqual(given, expected) && expires * 1000 > now;
}

/** Whether an address is in the folder of stored files of this Lectern, whether or not it names a file. */
export function isInFileFolder(url: string, origin: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.origin === new URL(origin).origin && /^\/files(?:\/|$)/u.test(parsed.pathname);
}

/**
 * The canonical key that a link names, signed or not, of whichever host: it is looked up among the
 * instructor's own files, so a foreign address that merely looks alike finds nothing.
 */
export function findFileKey(url: string): string | undefined {
  const path = /^(?:https?:\/\/[^/?#]*)?\/files\/([^?#]+)/i.exec(url)?.[1];
  return path !== undefined && isFileKey(path) ? path : undefined;
}
