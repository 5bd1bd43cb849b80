import { passkeySite } from './passkey-reach.js';

describe('passkeys', () => {
  it.each([
    ['https://sign.acme.test', 'sign.acme.test', 'sign.acme.test'],
    ['https://sign.acme.test:8443', 'anything', 'sign.acme.test'],
    ['http://localhost:3000', 'localhost:3000', 'localhost'],
    ['http://acme.localhost:3000', 'acme.localhost:3000', 'acme.localhost'],
  ])('offers passkeys at %s when asked for as %s', (publicUrl, host, id) => {
    expect(passkeySite(publicUrl, host)).toEqual({ id, origin: publicUrl });
  });

  it.each([
    ['https://192.0.2.7', '192.0.2.7'],
    ['https://[2001:db8::1]:3000', '[2001:db8::1]:3000'],
    ['http://127.0.0.1:3000', '127.0.0.1:3000'],
    ['http://localhost:3000', '127.0.0.1:3000'],
    ['http://localhost:3000', undefined],
    ['http://sign.acme.test', 'sign.acme.test'],
    ['http://notlocalhost', 'notlocalhost'],
  ])('offers no passkeys at %s when asked for as %s', (publicUrl, host) => {
    expect(passkeySite(publicUrl, host)).toBeNull();
  });
});
