import { AddressPolicy } from './public-address.js';

const REFUSED = {
  'this network': ['0.0.0.0', '0.1.2.3'],
  'private use': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'link local, cloud metadata': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '2001:3::1', '2001:4:112::1'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
  '6to4': ['192.88.99.1', '2002:7f00:1::', '2002:808:808::'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1', 'ff0e::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.255'],
  unspecified: ['::'],
  'IPv4 mapped': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'],
  'IPv4 compatible': ['::127.0.0.1', '::8.8.8.8'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1'],
  Teredo: ['2001::1'],
  ORCHID: ['2001:10::1', '2001:20::1'],
  discard: ['100::1'],
  'unique local': ['fc00::1', 'fd00:ec2::254'],
  'site local': ['fec0::1'],
  'segment routing': ['5f00::1'],
  unassigned: ['4000::1', '8000::1', 'e000::1'],
  'no address': ['', 'localhost', '1.2.3.4.5', ':::', '1.2.3.4/8'],
};

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450::5',
];

describe('AddressPolicy', () => {
  const strict = new AddressPolicy([]);

  it.each(Object.entries(REFUSED).flatMap(([kind, list]) => list.map((address) => [kind, address])))(
    'refuses the address of kind %s: %s',
    (_kind, address) => {
      expect(strict.permits(address)).toBe(false);
    },
  );

  it.each(PUBLIC)('permits the public address %s', (address) => {
    expect(strict.permits(address)).toBe(true);
  });

  it('permits ranges that the operator allows, in any notation, and nothing else', () => {
    const policy = new AddressPolicy(['127.0.0.0/8', 'fd00::/8']);
    expect(['127.0.0.1', '::ffff:127.0.0.1', 'fd12::1', '8.8.8.8'].map((a) => policy.permits(a))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['10.0.0.1', '::1', 'fc00::1', '2002:7f00:1::'].map((a) => policy.permits(a))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
