import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { DEVICE_TOKEN_DAYS } from '../security/device-tokens.ts';
import { readCookie, setCookie, type HostCookie } from './cookies.ts';

/** Only the calls that sign in read it. */
const COOKIE: HostCookie = {
  name: 'lectern-device',
  path: '/api/auth/',
  seconds: DEVICE_TOKEN_DAYS * 24 * 3600,
  sameSite: 'Strict',
};

/** The device token that the browser sent, if any; what it is worth is not known yet. */
export const readDeviceCookie = (request: FastifyRequest, config: Config): string | undefined =>
  readCookie(request, config, COOKIE);

/** Has the browser keep the device token where no script can read it. */
export const setDeviceCookie = (reply: FastifyReply, config: Config, token: string): void =>
  setCookie(reply, config, COOKIE, token);
