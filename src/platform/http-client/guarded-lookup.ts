import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { type LookupFunction } from 'node:net';
import { type Permission } from './public-address.js';

type Found = (error: Error | null, addresses: LookupAddress[]) => void;

/**
 * A name lookup for `net.connect` that fails unless all addresses of the name are allowed. The socket connects to the
 * checked addresses, so changing the name in between (DNS rebinding) gains nothing. Supports the `all: true` form,
 * which Node uses to try several addresses.
 */
export function guardedLookup(policy: Permission): LookupFunction {
  const names = new NamesAsked();
  return (hostname, options, callback) => {
    names.resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const refusal = error ?? refusalOf(hostname, addresses, policy);
      if (refusal) callback(refusal, []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

/**
 * Resolves a name once that several connections need at the same time: a lookup whose name server does not respond
 * blocks a thread of the process for many seconds.
 */
class NamesAsked {
  private readonly waiting = new Map<string, Found[]>();

  resolve(hostname: string, options: LookupAllOptions, found: Found): void {
    const key = JSON.stringify([hostname, options.family, options.hints]);
    const others = this.waiting.get(key);
    if (others) return void others.push(found);
    const all = [found];
    this.waiting.set(key, all);
    lookup(hostname, options, (error, addresses) => {
      this.waiting.delete(key);
      for (const each of all) each(error, addresses);
    });
  }
}

function refusalOf(hostname: string, addresses: LookupAddress[], policy: Permission): Error | undefined {
  const permitted = addresses.length > 0 && addresses.every(({ address }) => policy.permits(address));
  return permitted ? undefined : policy.refusal(hostname);
}
