import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../contract/accounts.ts';
import type { Caller } from '../features/accounts/open-session.ts';
import type { Dependencies } from '../ports.ts';
import { createDeviceToken } from '../security/device-tokens.ts';
import { readDeviceCookie, setDeviceCookie } from './device-cookie.ts';
import { nameInstructor } from './request-context.ts';

type Needed = Pick<Dependencies, 'config' | 'secrets'>;

/** From where a request signs someone in. */
export const callerOf = ({ config }: Needed, request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  deviceToken: readDeviceCookie(request, config),
});

/** The new session, after the browser was told to remember that it signed in to this account. */
export function welcome(
  { config, secrets }: Needed,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Session {
  setDeviceCookie(reply, config, createDeviceToken(secrets, session.user_id));
  nameInstructor(request, session.instructor_id);
  return session;
}
