import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { DEVICE_TOKEN_DAYS } from '../security/device-tokens.ts';

/** Browsers take a name with this prefix only from the host itself, over HTTPS, for the path `/`. */
const SECURE_NAME = '__Host-lectern-device';
const PLAIN_NAME = 'lectern-device';
/** Only the calls that sign in read it. */
const PLAIN_PATH = '/api/auth/';

const isSecure = ({ publicUrl }: Config): boolean => publicUrl?.startsWith('https:') === true;

/** The device token that the browser sent, if any; what it is worth is not known yet. */
export function readDeviceCookie(request: FastifyRequest, config: Config): string | undefined {
  const start = `${isSecure(config) ? SECURE_NAME : PLAIN_NAME}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** Has the browser keep the device token where no script can read it. */
export function setDeviceCookie(reply: FastifyReply, config: Config, token: string): void {
  const parts = [
    `${isSecure(config) ? SECURE_NAME : PLAIN_NAME}=${token}`,
    `Path=${isSecure(config) ? '/' : PLAIN_PATH}`,
    `Max-Age=${DEVICE_TOKEN_DAYS * 24 * 3600}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(config) ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}
