import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** Where clouds answer their own machines: whoever reaches these gets the machine's credentials. */
const METADATA = ['168.63.129.16/32', '100.100.100.200/32', 'fd00:ec2::254/128'].map((block) =>
  ipaddr.parseCIDR(block),
);

/**
 * Whether Lectern may connect to a service at this address on behalf of an administrator. Private and loopback addresses are
 * allowed, because language models usually run there. Link-local (cloud metadata), multicast and invalid addresses are not.
 */
export function isServiceAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  // An IPv6 address that embeds an IPv4 address is treated as the IPv4 address.
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (!['unicast', 'private', 'loopback', 'uniqueLocal', 'carrierGradeNat'].includes(range)) return false;
  return !METADATA.some((block) => block[0].kind() === parsed.kind() && parsed.match(block));
}
