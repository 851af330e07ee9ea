import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

/** A cookie of this host that no script can read. */
export interface HostCookie {
  readonly name: string;
  /** Where the browser sends it; over HTTPS it is sent everywhere, as the prefix demands. */
  readonly path: string;
  readonly seconds: number;
  /** `Lax` is also sent when another site leads here. */
  readonly sameSite: 'Strict' | 'Lax';
}

const isSecure = ({ publicUrl }: Config): boolean => publicUrl?.startsWith('https:') === true;

/** Browsers take a name with this prefix only from the host itself, over HTTPS, for the path `/`. */
const nameOf = (cookie: HostCookie, config: Config): string =>
  isSecure(config) ? `__Host-${cookie.name}` : cookie.name;

/** What the browser sent, if anything; what it is worth is not known yet. */
export function readCookie(request: FastifyRequest, config: Config, cookie: HostCookie): string | undefined {
  const start = `${nameOf(cookie, config)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** Has the browser keep the value; an empty one makes it forget. */
export function setCookie(reply: FastifyReply, config: Config, cookie: HostCookie, value: string): void {
  const parts = [
    `${nameOf(cookie, config)}=${value}`,
    `Path=${isSecure(config) ? '/' : cookie.path}`,
    `Max-Age=${value === '' ? 0 : cookie.seconds}`,
    'HttpOnly',
    `SameSite=${cookie.sameSite}`,
    ...(isSecure(config) ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}
