import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '#contract/accounts.ts';
import type { Config } from '#server/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readCookie, setCookie, type HostCookie } from '#server/platform/http/cookies.ts';
import { nameInstructor } from '#server/platform/http/request-context.ts';
import { createDeviceToken, DEVICE_TOKEN_DAYS } from '#server/platform/security/device-tokens.ts';
import type { Caller } from './sessions.ts';

/** Only the calls that sign in read it. */
const COOKIE: HostCookie = {
  name: 'lectern-device',
  path: '/api/auth/',
  seconds: DEVICE_TOKEN_DAYS * 24 * 3600,
  sameSite: 'Strict',
};

/** The device token that the browser sent, if any; what it is worth is not known yet. */
const readDeviceCookie = (request: FastifyRequest, config: Config): string | undefined =>
  readCookie(request, config, COOKIE);

/** Has the browser keep the device token where no script can read it. */
const setDeviceCookie = (reply: FastifyReply, config: Config, token: string): void =>
  setCookie(reply, config, COOKIE, token);

type Needed = Pick<Dependencies, 'clock' | 'config' | 'secrets'>;

/** From where a request signs someone in. */
export const callerOf = ({ config }: Pick<Needed, 'config'>, request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  deviceToken: readDeviceCookie(request, config),
});

/** The new session, with a cookie that remembers that this browser signed in to this account. */
export function welcome(
  { clock, config, secrets }: Needed,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Session {
  setDeviceCookie(reply, config, createDeviceToken(secrets, session.user_id, clock.now()));
  if (session.ended_by_verification !== undefined) request.server.forgetIdentity(session.user_id);
  nameInstructor(request, session.instructor_id);
  return session;
}
