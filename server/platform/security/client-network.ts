import ipaddr from 'ipaddr.js';

/** An IPv6 customer receives at least a /64, and may use a new address of it for every request. */
const IPV6_PREFIX_BITS = 64;

/**
 * The network that calls from `address` are counted for: an IPv4 address itself, the /64 of an IPv6 address. What is not
 * an address is returned as it is.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_PREFIX_BITS}`);
  return `${network.toRFC5952String()}/${IPV6_PREFIX_BITS}`;
}
