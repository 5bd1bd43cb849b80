import ipaddr from 'ipaddr.js';

/**
 * The network that requests from an address are counted by, as a key: one IPv4 address, also if it is written as an IPv6 one
 * (RFC 4291 §2.5.5.2), or the /64 of an IPv6 address, as a subscriber has at least that much (RFC 6177). What is no address
 * is its own key.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
