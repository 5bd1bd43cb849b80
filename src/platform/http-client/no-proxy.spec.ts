import { NoProxy } from './no-proxy.js';

describe('hosts reached without the proxy', () => {
  it.each([
    ['example.com', 'example.com', true],
    ['example.com', 'www.Example.com.', true],
    ['example.com', 'badexample.com', false],
    ['.example.com', 'example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['example.com:8443', 'example.com', false],
    ['example.com:443', 'example.com', true],
    ['*', 'anything.test', true],
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.10', false],
    ['fd00::/8', 'fd12::1', true],
    ['::1', '::1', true],
    ['[::1]:443', '::1', true],
    ['minio', 'minio', true],
  ])('checks whether %s covers %s at port 443: %s', (entry, host, covered) => {
    expect(new NoProxy(['elsewhere.test', entry]).covers(host, '443')).toBe(covered);
  });
});
