import ipaddr from 'ipaddr.js';
import { lookup as systemLookup } from 'node:dns/promises';
import { type LookupFunction, isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { message } from '#contract/messages/make-message.ts';
import { UrlFetchError } from './url-fetch-error.ts';

/** Finds the addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

export interface GuardOptions {
  /** Default: the system's resolver. */
  readonly resolve?: ResolveHost;
  /** Which addresses may be connected to. Default: public ones. Tests allow loopback here; nothing else should. */
  readonly allowAddress?: (address: string) => boolean;
  /** Longest time to connect, in milliseconds. */
  readonly connectTimeoutMs?: number;
}

const resolveWithSystem: ResolveHost = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Makes an HTTP agent that connects to allowed addresses only. The check is made on the very addresses that the
 * connection uses, at every connection: a name that answers differently the second time (DNS rebinding) gains nothing.
 */
export function createGuardedAgent(options: GuardOptions = {}): Agent {
  const { resolve = resolveWithSystem, allowAddress = isPublicAddress, connectTimeoutMs = 10_000 } = options;
  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    resolve(hostname)
      .then((addresses) => {
        if (addresses.length === 0) throw new UrlFetchError('unreachable', message('url_host_unknown'));
        // One forbidden address among several is reason enough: the site would choose which one is used.
        if (!addresses.every(allowAddress)) throw notPublic();
        return addresses.map((address) => ({ address, family: isIP(address) }));
      })
      .then(
        (found) => {
          const [first] = found;
          if (lookupOptions.all === true) callback(null, found);
          else callback(null, first?.address ?? '', first?.family);
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
      );
  };
  const connect = buildConnector({ lookup, timeout: connectTimeoutMs });
  return new Agent({
    connect: (target, callback) => {
      const hostname = target.hostname.replace(/^\[|\]$/gu, '');
      // Addresses written as such are never looked up.
      if (isIP(hostname) !== 0 && !allowAddress(hostname)) {
        callback(notPublic(), null);
        return;
      }
      connect(target, (error, socket) => {
        if (error) {
          callback(error, null);
        } else if (socket.remoteAddress === undefined || !allowAddress(socket.remoteAddress)) {
          socket.destroy();
          callback(notPublic(), null);
        } else {
          callback(null, socket);
        }
      });
    },
    // One use each: a kept connection would outlive its check.
    pipelining: 0,
    maxResponseSize: -1,
  });
}

function notPublic(): UrlFetchError {
  return new UrlFetchError('not-public', message('url_not_public'));
}

/**
 * Blocks inside the public space that are not for strangers: special purposes (IANA's registries for IPv4 and IPv6),
 * and the address at which Azure answers its own machines.
 */
const closedIpv4 = [
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '168.63.129.16/32',
].map((block) => ipaddr.IPv4.parseCIDR(block));
/** Global unicast; the rest of IPv6 is local, multicast, translated or unassigned. */
const openIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Protocol assignments with Teredo and ORCHID, documentation, 6to4, documentation again. */
const closedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'].map(
  (block) => ipaddr.IPv6.parseCIDR(block),
);

/**
 * Whether an IP address belongs to the public internet: unicast, and not private, loopback, link-local (cloud metadata),
 * shared (CGNAT), multicast, reserved, or an IPv6 form that hides an IPv4 address. What is not an address is not public.
 */
export function isPublicAddress(address: string): boolean {
  // A zone ("fe80::1%eth0") only belongs to link-local addresses.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) {
    return parsed.range() === 'unicast' && !closedIpv4.some((block) => parsed.match(block));
  }
  if (!(parsed instanceof ipaddr.IPv6)) return false;
  return (
    parsed.match(openIpv6) && parsed.range() === 'unicast' && !closedIpv6.some((block) => parsed.match(block))
  );
}
