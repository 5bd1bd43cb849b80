import { parseOutboundUrl, parseWebhookUrl } from './outbound-url.js';
import { AddressPolicy } from './public-address.js';

const policy = new AddressPolicy([]);

const REFUSED = [
  ['https://2130706433/', 'not a public address'],
  ['https://0x7f.1/', 'not a public address'],
  ['https://127.1/', 'not a public address'],
  ['https://0177.0.0.1/', 'not a public address'],
  ['https://127.0.0.1./', 'not a public address'],
  ['https://①②⑦.0.0.1/', 'not a public address'],
  ['https://[::1]/', 'not a public address'],
  ['https://[::ffff:127.0.0.1]/', 'not a public address'],
  ['https://[::ffff:7f00:1]:8443/', 'not a public address'],
  ['https://[64:ff9b::127.0.0.1]/', 'not a public address'],
  ['https://169.254.169.254/latest/meta-data', 'not a public address'],
  ['http://example.com/', 'https'],
  ['ftp://example.com/', 'https'],
  ['file:///etc/passwd', 'https'],
  ['https://user@example.com/', 'credentials'],
  ['https://user:word@example.com/', 'credentials'],
  ['https://:word@example.com/', 'credentials'],
  ['https://example.com:25/', 'port 25'],
  ['https://example.com:465/', 'port 465'],
  ['https://example.com:587/', 'port 587'],
  ['https://example.com:70000/', 'not a valid URL'],
  ['https://', 'not a valid URL'],
  ['example.com', 'not a valid URL'],
  ['', 'not a valid URL'],
  [`https://example.com/${'a'.repeat(2_048)}`, 'not a valid URL'],
  ['https://example.com/\0', 'not a valid URL'],
  ['https://example.com/\ud800', 'not a valid URL'],
  ['https://[fe80::1%25eth0]/', 'not a valid URL'],
] as const;

describe('parseOutboundUrl', () => {
  it.each(REFUSED)('refuses the address %j: %s', (url, reason) => {
    expect(() => parseOutboundUrl(url, policy)).toThrow(reason);
  });

  it.each([
    'https://example.com/hook?a=1',
    'https://example.com:8443',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
  ])('accepts the address %s', (url) => {
    expect(parseOutboundUrl(url, policy).href).toBe(new URL(url).href);
  });
});

describe('parseWebhookUrl', () => {
  const ranges = new AddressPolicy(['10.1.0.0/16']);

  it.each(['8.8.8.8', '10.2.0.1', '127.0.0.1', '[2606:4700::1111]', '[::1]'])(
    'names the way with TLS where http:// to %s is outside the ranges',
    (host) => {
      expect(() => parseWebhookUrl(`http://${host}/`, ranges, true)).toThrow(
        /is not within WEBHOOK_ALLOWED_CIDRS.* WEBHOOK_CA_FILE/,
      );
    },
  );

  it('accepts http:// inside the ranges, and a name, whose addresses are checked at each connection', () => {
    for (const address of ['http://10.1.2.3/', 'http://receiver.example/'])
      expect(parseWebhookUrl(address, ranges, true).href).toBe(address);
    expect(() => parseWebhookUrl('http://10.1.2.3/', ranges, false)).toThrow(/WEBHOOK_CA_FILE/);
  });
});
