import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from './secrets.ts';

const NONCE_BYTES = 16;
export const DEVICE_TOKEN_DAYS = 365;
const DAY_MILLISECONDS = 24 * 3600 * 1000;

/**
 * A token that says: this device signed in to this account before. It opens nothing. It only lets the device's failed
 * logins be counted apart from everyone else's, so that others cannot lock the account out.
 */
export function createDeviceToken(secrets: Secrets, userId: number, now: Date): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const expires = String(Math.floor((now.getTime() + DEVICE_TOKEN_DAYS * DAY_MILLISECONDS) / 1000));
  return [nonce, expires, sign(secrets, userId, nonce, expires).toString('base64url')].join('.');
}

/** Identifies the device, when the token was issued for this account and is still valid. */
export function findDevice(secrets: Secrets, userId: number, token: string, now: Date): string | undefined {
  const [nonce = '', expires = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < now.getTime())
    return undefined;
  const given = Buffer.from(signature, 'base64url');
  const right = sign(secrets, userId, nonce, expires);
  return given.length === right.length && timingSafeEqual(given, right) ? nonce : undefined;
}

const sign = (secrets: Secrets, userId: number, nonce: string, expires: string): Buffer =>
  createHmac('sha256', secrets.deviceTokenKey).update(`${userId}.${nonce}.${expires}`).digest();
