import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { openSealed, seal } from '#server/platform/security/seal.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';
import { readCookie, setCookie, type HostCookie } from '#server/platform/http/cookies.ts';

const TEN_MINUTES = 600;

/** Sent when the provider leads the browser back here, so it cannot be `Strict`. */
const COOKIE: HostCookie = {
  name: 'lectern-sign-in',
  path: '/api/auth/oidc/',
  seconds: TEN_MINUTES,
  sameSite: 'Lax',
};

const content = z.object({
  expires: z.number(),
  tab: z.string(),
  transaction: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
});

/** A sign-in that is under way at the provider. */
export type PendingSignIn = Omit<z.infer<typeof content>, 'expires'>;

/** Has the browser carry a sign-in that is under way, sealed: the code verifier in it is a secret. */
export function setProviderCookie(
  reply: FastifyReply,
  { config, secrets }: { config: Config; secrets: Secrets },
  pending: PendingSignIn,
): void {
  const text = JSON.stringify({ ...pending, expires: Date.now() + TEN_MINUTES * 1000 });
  setCookie(reply, config, COOKIE, seal(secrets.signInCookieKey, text).toString('base64url'));
}

/** The sign-in that this browser began in the last ten minutes, if any. */
export function readProviderCookie(
  request: FastifyRequest,
  { config, secrets }: { config: Config; secrets: Secrets },
): PendingSignIn | undefined {
  const sealed = readCookie(request, config, COOKIE);
  if (sealed === undefined) return undefined;
  const text = openSealed(secrets.signInCookieKey, Buffer.from(sealed, 'base64url'));
  if (text === undefined) return undefined;
  const pending = content.parse(JSON.parse(text));
  return pending.expires > Date.now() ? pending : undefined;
}

export const clearProviderCookie = (reply: FastifyReply, config: Config): void =>
  setCookie(reply, config, COOKIE, '');
