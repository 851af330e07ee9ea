import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
 * shared (CGNAT), multicast, reserved, or an IPv6 form that hides an IPv4 address. What is no address is not public.
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
