import ipaddr from 'ipaddr.js';

/** All globally routed IPv6 unicast space that IANA has allocated; the rest is special or unassigned. */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Decides which addresses the service may connect to on a caller's behalf: public unicast only (IANA special-purpose
 * registries, RFC 6890), plus the ranges that the operator allows. IPv6 addresses that embed an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo) are never public, because their real destination is unknown.
 */
export class AddressPolicy {
  private readonly allowed: ReturnType<typeof ipaddr.parseCIDR>[];

  /** @param allowedCidrs such as `127.0.0.0/8`; an IPv4 range also covers its IPv4-mapped form */
  constructor(allowedCidrs: string[]) {
    this.allowed = allowedCidrs.map((range) => ipaddr.parseCIDR(range));
  }

  /** Whether the service may connect to `address`, in any IPv4 or IPv6 notation; false for anything else. */
  permits(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    return isPublicUnicast(ipaddr.parse(address)) || this.isAllowed(ipaddr.process(address));
  }

  private isAllowed(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
    return this.allowed.some(
      ([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never),
    );
  }
}

function isPublicUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(IPV6_GLOBAL_UNICAST);
}
