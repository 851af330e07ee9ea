import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { DEVICE_TOKEN_DAYS } from '../security/device-tokens.ts';

const NAME = 'lectern-device';
/** Only the calls that sign in read it. */
const PATH = '/api/auth/';

/** The device token that the browser sent, if any; what it is worth is not known yet. */
export function readDeviceCookie(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
}

/** Has the browser keep the device token where no script can read it. */
export function setDeviceCookie(reply: FastifyReply, config: Config, token: string): void {
  const isSecure = config.publicUrl?.startsWith('https:') === true;
  const parts = [
    `${NAME}=${token}`,
    `Path=${PATH}`,
    `Max-Age=${DEVICE_TOKEN_DAYS * 24 * 3600}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}
