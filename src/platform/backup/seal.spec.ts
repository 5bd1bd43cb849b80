import { newKey } from '../../../test/support/attacked-installation.js';
import { sealFirst, sealSecond } from '../../../test/support/opened-archive.js';
import { authenticate, type Seal } from './seal.js';

const SHA256 = 'ab'.repeat(32);
const [one, two] = [newKey('1'), newKey('2')];

describe('a seal of a backup', () => {
  const first = { format: 1, ...sealFirst(SHA256, [one, two]) } as Seal;
  const second = sealSecond(SHA256, [one, two]) as Seal;

  it('proves its maker with all keys, and in format 2 names those that are missing', () => {
    for (const seal of [first, second]) expect(authenticate(seal, [two, one])).toEqual([]);
    expect(authenticate(second, [one])).toEqual(['2']);
  });

  it('proves nothing in format 1 if a key is missing, since its ids are not authenticated', () => {
    const more = { ...first, keys: [...first.keys, { id: 'z', hmac: 'AAAA' }] };
    expect(() => authenticate(more, [one, two])).toThrow('lacks the key with the id z');
    expect(() => authenticate(first, [one])).toThrow('lacks the key with the id 2');
  });

  it('proves nothing in format 2 with a key more or less', () => {
    const more = { ...second, keys: [...second.keys, { id: 'z', hmac: 'AAAA' }] };
    const less = { ...second, keys: second.keys.slice(1) };
    for (const seal of [more, less]) expect(() => authenticate(seal, [one, two])).toThrow('is not the one');
  });
});
