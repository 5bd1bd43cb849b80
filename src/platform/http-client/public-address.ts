import ipaddr from 'ipaddr.js';

/** What helps those who would rather not use TLS. */
export const PRIVATE_AUTHORITY =
  'A private certificate authority is trusted if the operator sets WEBHOOK_CA_FILE to its certificate';

/** A connection that was not attempted; `message` gives the reason in plain words. */
export class RefusedAddressError extends Error {}

/** An address that is not public, whether written or resolved. */
export class PrivateAddressError extends RefusedAddressError {}

/** All globally routed IPv6 unicast space that IANA has allocated; the rest is special or unassigned. */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Decides which addresses the service may connect to on a caller's behalf: public unicast only (IANA special-purpose
 * registries, RFC 6890), plus the ranges that the operator allows. IPv6 addresses that embed an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo) are never public, because their real destination is unknown.
 */
export class AddressPolicy implements Permission {
  private readonly allowed: AddressRange[];

  /** @param allowedCidrs such as `127.0.0.0/8`; an IPv4 range also covers its IPv4-mapped form */
  constructor(allowedCidrs: string[]) {
    this.allowed = allowedCidrs.map((range) => ipaddr.parseCIDR(range));
  }

  /** Whether the service may connect to `address`, in any IPv4 or IPv6 notation; false for anything else. */
  permits(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    return isPublicUnicast(ipaddr.parse(address)) || this.allows(address);
  }

  /** Whether the operator's ranges contain `address`. */
  allows(address: string): boolean {
    return ipaddr.isValid(address) && isWithin(ipaddr.process(address), this.allowed);
  }

  refusal(host: string): PrivateAddressError {
    return new PrivateAddressError(`${host} is not a public address`);
  }

  /** A policy that only permits addresses in the operator's ranges. */
  get onlyAllowed(): Permission {
    return {
      permits: (address) => this.allows(address),
      refusal: (host) =>
        new RefusedAddressError(
          `${host} is not within WEBHOOK_ALLOWED_CIDRS, as http:// requires. ${PRIVATE_AUTHORITY}`,
        ),
    };
  }
}

/** Decides which addresses may be connected to, and describes the problem with a host that has another one. */
export interface Permission {
  permits(address: string): boolean;
  refusal(host: string): RefusedAddressError;
}

export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

export function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly AddressRange[]): boolean {
  return ranges.some(
    ([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never),
  );
}

function isPublicUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(IPV6_GLOBAL_UNICAST);
}
