import ipaddr from 'ipaddr.js';

/** What counts as one network: an IPv6 subscriber has at least a /64 (RFC 6177), so a /64 does. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
