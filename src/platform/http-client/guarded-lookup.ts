import { type LookupAddress, lookup } from 'node:dns';
import { type LookupFunction } from 'node:net';
import { notPublic } from './outbound-url.js';
import { type AddressPolicy } from './public-address.js';

/**
 * A name lookup for `net.connect` that fails unless all addresses of the name are allowed. The socket connects to the
 * checked addresses, so a name that changes in between (DNS rebinding) gains nothing. Supports the `all: true` form,
 * which Node uses to try several addresses.
 */
export function guardedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const refusal = error ?? refusalOf(hostname, addresses, policy);
      if (refusal) callback(refusal, []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

function refusalOf(hostname: string, addresses: LookupAddress[], policy: AddressPolicy): Error | undefined {
  const permitted = addresses.length > 0 && addresses.every(({ address }) => policy.permits(address));
  return permitted ? undefined : notPublic(hostname);
}
