import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';
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
        if (addresses.length === 0)
          throw new UrlFetchError('unreachable', 'The address of this site was not found.');
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
  return new UrlFetchError(
    'not-public',
    'This address does not lead to a public web site. Use an address that anyone on the internet can open, or upload the file.',
  );
}
