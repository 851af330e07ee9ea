import { jwtVerify, SignJWT } from 'jose';
import type { Secrets } from './secrets.ts';

export const ACCESS_TOKEN_SECONDS = 15 * 60;
const ISSUER = 'lectern';
const AUDIENCE = 'lectern-api';

/** A signed token that names the user for 15 minutes. */
export const createAccessToken = (secrets: Secrets, userId: number): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(String(userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
    .sign(secrets.accessTokenKey);

export interface AccessTokenClaims {
  readonly userId: number;
  readonly expiresAt: Date;
}

/** What a token says, or undefined when it is forged, malformed or past its time. */
export async function findAccessTokenClaims(
  secrets: Secrets,
  token: string,
): Promise<AccessTokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, secrets.accessTokenKey, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'at+jwt',
      requiredClaims: ['sub', 'exp'],
    });
    const userId = Number(payload.sub);
    if (!Number.isSafeInteger(userId) || payload.exp === undefined) return undefined;
    return { userId, expiresAt: new Date(payload.exp * 1000) };
  } catch {
    // Whatever is wrong with a token, the answer is the same: it names nobody.
    return undefined;
  }
}
