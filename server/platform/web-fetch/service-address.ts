import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { isPublicAddress } from './guarded-agent.ts';

/** Cloud metadata addresses, which return the machine's credentials. */
const METADATA = ['168.63.129.16/32', '100.100.100.200/32', 'fd00:ec2::/32', 'fd20:ce::254/128'].map(
  (block) => ipaddr.parseCIDR(block),
);

const IN_HOUSE: readonly string[] = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];

/**
 * Whether Lectern may connect to a service at this address on behalf of an administrator. Private and loopback addresses are
 * allowed, because language models usually run there. Link-local (cloud metadata), multicast and invalid addresses are not.
 */
export function isServiceAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  // An IPv6 address that embeds an IPv4 address is treated as the IPv4 address.
  const parsed = ipaddr.process(address);
  if (METADATA.some((block) => block[0].kind() === parsed.kind() && parsed.match(block))) return false;
  return IN_HOUSE.includes(parsed.range()) || isPublicAddress(parsed.toString());
}
