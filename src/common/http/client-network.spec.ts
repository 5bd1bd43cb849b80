import { clientNetwork } from './client-network.js';

it('treats all addresses of a /64 as one network, however they are written', () => {
  const network = clientNetwork('2001:db8:0:1::1');
  expect(clientNetwork('2001:0DB8:0000:0001:ffff:ffff:ffff:ffff')).toBe(network);
  expect(clientNetwork('2001:db8::1:0:0:192.0.2.1')).toBe(network);
  expect(clientNetwork('2001:db8:0:1::1%eth0')).toBe(network);
  expect(clientNetwork('2001:db8:0:2::1')).not.toBe(network);
});

it('treats an IPv4 address as a network, even when mapped into IPv6', () => {
  expect(clientNetwork('192.0.2.1')).toBe('192.0.2.1');
  expect(clientNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(clientNetwork('::ffff:c000:201')).toBe('192.0.2.1');
  expect(clientNetwork('::ffff:192.0.2.2')).not.toBe(clientNetwork('::ffff:192.0.2.1'));
});

it('keeps text that is not an address as its own key', () => {
  expect(clientNetwork('')).toBe('');
  expect(clientNetwork('unknown')).toBe('unknown');
});
