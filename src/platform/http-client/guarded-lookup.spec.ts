import { createHook } from 'node:async_hooks';
import { type LookupAddress } from 'node:dns';
import { guardedLookup } from './guarded-lookup.js';
import { AddressPolicy } from './public-address.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** Runs `work` and counts the lookups made by the system meanwhile. */
async function questionsDuring(work: () => Promise<unknown>): Promise<number> {
  let questions = 0;
  const hook = createHook({ init: (_id, type) => void (type === 'GETADDRINFOREQWRAP' && questions++) });
  hook.enable();
  await work().finally(() => hook.disable());
  return questions;
}

describe('guardedLookup', () => {
  const addressesOf = (lookup: ReturnType<typeof guardedLookup>, family: number) =>
    new Promise<LookupAddress[]>((resolve, reject) =>
      lookup('localhost', { all: true, family }, (error, addresses) =>
        error ? reject(error) : resolve(addresses as LookupAddress[]),
      ),
    );
  /** Any family where it is 0. */
  const allAtOnce = (lookup: ReturnType<typeof guardedLookup>, families: number[]) =>
    Promise.all(families.map((family) => addressesOf(lookup, family)));

  it('looks up a name once for simultaneous connections, and again for the next', async () => {
    const lookup = guardedLookup(new AddressPolicy(LOOPBACK));
    let found: LookupAddress[][] = [];
    const many = async () => (found = await allAtOnce(lookup, [0, 0, 0, 0, 0]));
    expect(await questionsDuring(many)).toBe(1);
    expect(found).toHaveLength(5);
    expect(new Set(found.map((addresses) => JSON.stringify(addresses))).size).toBe(1);
    expect(found[0]).not.toEqual([]);
    expect(await questionsDuring(() => allAtOnce(lookup, [0]))).toBe(1);
  });

  it('looks a name up separately for each address family', async () => {
    const lookup = guardedLookup(new AddressPolicy(LOOPBACK));
    expect(await questionsDuring(() => allAtOnce(lookup, [0, 4]))).toBe(2);
  });

  it('refuses every simultaneous lookup of a name with a private address', async () => {
    const lookup = guardedLookup(new AddressPolicy([]));
    const refused = await Promise.allSettled([0, 0].map((family) => addressesOf(lookup, family)));
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
