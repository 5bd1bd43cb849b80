import { type LookupAddress, lookup } from 'node:dns';
import { type LookupFunction } from 'node:net';
import { notPublic } from './outbound-url.js';
import { type AddressPolicy } from './public-address.js';

/**
 * A name look-up for `net.connect` that fails unless every address of the name may be connected to. The socket
 * connects to the very addresses that were checked, so a name that changes its answer in between gains nothing.
 * Answers the `all: true` form too: Node asks for it whenever it may try several addresses.
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
