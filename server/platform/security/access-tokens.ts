import { jwtVerify, SignJWT } from 'jose';
import type { Secrets } from './secrets.ts';

export const ACCESS_TOKEN_SECONDS = 15 * 60;
const ISSUER = 'lectern';
const AUDIENCE = 'lectern-api';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A signed token that names the user and the session for 15 minutes. */
export const createAccessToken = (
  secrets: Secrets,
  { userId, sessionId }: { userId: number; sessionId: string },
  now: Date,
): Promise<string> =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(String(userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + ACCESS_TOKEN_SECONDS * 1000))
    .sign(secrets.accessTokenKey);

export interface AccessTokenClaims {
  readonly userId: number;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** What a token says, or undefined when it is forged, malformed or past its time. */
export async function findAccessTokenClaims(
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<AccessTokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, secrets.accessTokenKey, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'at+jwt',
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: now,
    });
    const userId = Number(payload.sub);
    const { sid: sessionId } = payload;
    if (!Number.isSafeInteger(userId) || payload.exp === undefined) return undefined;
    if (typeof sessionId !== 'string' || !UUID.test(sessionId)) return undefined;
    return { userId, sessionId, expiresAt: new Date(payload.exp * 1000) };
  } catch {
    // Whatever is wrong with a token, the answer is the same: no account.
    return undefined;
  }
}
