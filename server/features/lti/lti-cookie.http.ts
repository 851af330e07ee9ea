import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { readCookie, setCookie, type HostCookie } from '#server/http/cookies.ts';

/** As long as a launch. */
const TWELVE_HOURS = 12 * 3600;

/**
 * Which browser a login, and then its launch, belongs to. Each has its own, so that two frames of one page do not take it from
 * each other.
 */
const cookieOf = (loginId: string): HostCookie => ({
  name: `lectern-lti-${loginId}`,
  path: '/api/lti/',
  seconds: TWELVE_HOURS,
  // The platform posts its message here from another site, often inside a frame.
  sameSite: 'None',
});

export const readLoginCookie = (
  request: FastifyRequest,
  config: Config,
  loginId: string,
): string | undefined => readCookie(request, config, cookieOf(loginId));

export const setLoginCookie = (reply: FastifyReply, config: Config, loginId: string, value: string): void =>
  setCookie(reply, config, cookieOf(loginId), value);
