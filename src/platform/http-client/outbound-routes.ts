import { type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { type OutboundProxy } from '../config/settings.js';
import { NoProxy } from './no-proxy.js';
import { type AddressPolicy, RefusedAddressError } from './public-address.js';

/** How a host is reached. */
export type Route =
  /** Directly, at any permitted address. */
  | { via: 'direct' }
  /** Directly, at addresses within the operator's ranges (WEBHOOK_ALLOWED_CIDRS). */
  | { via: 'allowed' }
  /** Through the proxy, which is asked for the first of these hosts, and for the next one if it cannot reach it. */
  | { via: 'proxy'; hosts: string[] };

/**
 * Decides how each host is reached. Names are resolved and their addresses checked here, and the proxy gets a checked
 * address. Only a proxy that resolves names itself gets names, and nothing else: their addresses are then its
 * responsibility.
 */
export class OutboundRoutes {
  private readonly noProxy: NoProxy;

  /**
   * @param policy - has the operator's ranges
   * @param lookup - fails for names with forbidden addresses
   */
  constructor(
    private readonly proxy: OutboundProxy,
    private readonly policy: AddressPolicy,
    private readonly lookup: LookupFunction,
  ) {
    this.noProxy = new NoProxy(proxy.noProxy);
  }

  /**
   * @param host - a name or an address, without brackets
   * @throws RefusedAddressError for hosts that the proxy must not get, and what `lookup` throws
   */
  async to(host: string, port: string): Promise<Route> {
    if (this.noProxy.covers(host, port)) return { via: 'direct' };
    if (this.policy.allows(host)) return { via: 'allowed' };
    if (this.proxy.resolves) return { via: 'proxy', hosts: [resolvable(host)] };
    const addresses = isIP(host) === 0 ? await this.addressesOf(host) : [host];
    const others = addresses.filter((address) => !this.policy.allows(address));
    if (others.length === 0) return { via: 'allowed' };
    if (others.every((address) => this.noProxy.contains(address))) return { via: 'direct' };
    // Networks behind a proxy often have no IPv6.
    return { via: 'proxy', hosts: others.sort((one, other) => isIP(one) - isIP(other)) };
  }

  private addressesOf(name: string): Promise<string[]> {
    return new Promise((resolve, reject) => {
      this.lookup(name, { all: true }, (error, found) => {
        if (error) reject(error);
        else resolve((found as LookupAddress[]).map(({ address }) => address));
      });
    });
  }
}

/**
 * A name for the proxy. Refuses addresses and names without a domain, since those are machines in its own network.
 */
function resolvable(host: string): string {
  if (isIP(host) !== 0)
    throw new RefusedAddressError(`${host} is an address, and OUTBOUND_PROXY_RESOLVES needs a name`);
  if (!host.replace(/\.$/, '').includes('.'))
    throw new RefusedAddressError(
      `${host} is a name without a domain, which OUTBOUND_PROXY_RESOLVES does not allow`,
    );
  return host;
}
