import ipaddr from 'ipaddr.js';

/**
 * The key under which requests from an address are counted: a single IPv4 address, even if written as IPv6 (RFC 4291
 * §2.5.5.2), or the /64 of an IPv6 address, since a subscriber has at least that much (RFC 6177). Anything that is
 * not an address is its own key.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
