import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Headers that proxies add. Whoever sends one did not come straight from this machine. */
const OF_PROXIES = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export type MetricsAccess = 'granted' | 'token_wrong' | 'hidden';

/**
 * Who may read the metrics: with a token, whoever brings it; without one, programs of this machine that connect
 * straight. What a header says of the client's address never counts, and a proxy on this machine must not open
 * them to everyone: where one is expected (`isBehindProxy`) only a token opens.
 */
export function judgeMetricsAccess(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { token, isBehindProxy }: { token: string | undefined; isBehindProxy: boolean },
): MetricsAccess {
  if (token !== undefined) {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return given !== undefined && isEqual(given, token) ? 'granted' : 'token_wrong';
  }
  const isStraight = !isBehindProxy && OF_PROXIES.every((name) => request.headers[name] === undefined);
  return isStraight && isLoopback(request.socket.remoteAddress) && isLocalName(request.headers.host)
    ? 'granted'
    : 'hidden';
}

/** Takes the same time whatever was given. */
const isEqual = (given: string, token: string): boolean => timingSafeEqual(hash(given), hash(token));
const hash = (value: string): Buffer => createHash('sha256').update(value).digest();

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A page elsewhere that had its name lead to this machine still sends that name. */
function isLocalName(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, '').replace(/^\[|\]$/g, '') ?? '';
  return name === 'localhost' || (isIP(name) !== 0 && isLoopback(name));
}
