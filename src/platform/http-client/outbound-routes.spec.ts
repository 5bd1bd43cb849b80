import { type LookupFunction } from 'node:net';
import { type OutboundProxy } from '../config/settings.js';
import { OutboundRoutes } from './outbound-routes.js';
import { AddressPolicy } from './public-address.js';

const NAMES: Record<string, string[]> = {
  'hooks.acme.test': ['2606:4700::1111', '93.184.215.14'],
  'inside.acme.test': ['10.1.2.3', '10.1.2.4'],
  'both.acme.test': ['10.1.2.3', '93.184.215.14'],
  'office.acme.test': ['93.184.215.20'],
};

const lookup = ((name: string, _options: unknown, found: (error: Error | null, all: unknown[]) => void) => {
  const addresses = NAMES[name];
  if (!addresses) return found(new Error('not found'), []);
  found(
    null,
    addresses.map((address) => ({ address, family: 4 })),
  );
}) as unknown as LookupFunction;

function routes(more: Partial<OutboundProxy> = {}): OutboundRoutes {
  const url = new URL('http://proxy.test:3128');
  const proxy = { url, setting: 'HTTPS_PROXY' as const, resolves: false, noProxy: [], ...more };
  return new OutboundRoutes(proxy, new AddressPolicy(['10.0.0.0/8', '127.0.0.0/8']), lookup);
}

describe('routes where there is a proxy', () => {
  it('sends the proxy the checked addresses, those of IPv4 first', async () => {
    const way = { via: 'proxy', hosts: ['93.184.215.14', '2606:4700::1111'] };
    expect(await routes().to('hooks.acme.test', '443')).toEqual(way);
    expect(await routes().to('8.8.8.8', '443')).toEqual({ via: 'proxy', hosts: ['8.8.8.8'] });
    expect(await routes().to('both.acme.test', '443')).toEqual({ via: 'proxy', hosts: ['93.184.215.14'] });
  });

  it('connects directly to the operator’s ranges and to hosts in NO_PROXY', async () => {
    expect(await routes().to('inside.acme.test', '443')).toEqual({ via: 'allowed' });
    expect(await routes().to('127.0.0.1', '443')).toEqual({ via: 'allowed' });
    expect(await routes({ noProxy: ['acme.test'] }).to('hooks.acme.test', '443')).toEqual({ via: 'direct' });
    expect(await routes({ noProxy: ['93.184.215.16/28'] }).to('office.acme.test', '443')).toEqual({
      via: 'direct',
    });
  });

  it('finds no route if the name cannot be resolved', async () => {
    await expect(routes().to('gone.acme.test', '443')).rejects.toThrow('not found');
  });

  it('sends a resolving proxy names, and nothing else', async () => {
    const resolving = routes({ resolves: true, noProxy: ['minio'] });
    expect(await resolving.to('gone.acme.test', '443')).toEqual({ via: 'proxy', hosts: ['gone.acme.test'] });
    for (const host of ['8.8.8.8', '2606:4700::1111', '192.168.1.1'])
      await expect(resolving.to(host, '443')).rejects.toThrow(`${host} is an address`);
    for (const host of ['intranet', 'localhost', 'intranet.'])
      await expect(resolving.to(host, '443')).rejects.toThrow('a name without a domain');
    expect(await resolving.to('minio', '9000')).toEqual({ via: 'direct' });
    expect(await resolving.to('10.1.2.3', '443')).toEqual({ via: 'allowed' });
  });
});
