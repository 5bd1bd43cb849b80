import { randomBytes } from 'node:crypto';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { type EncryptionKey, type Settings } from '../config/settings.js';
import { OpenedTexts } from './opened-texts.js';
import { PIECE_BYTES, SecretBox } from './secret-box.js';
import { newLinkToken, randomBase62 } from './tokens.js';

const newKey = (id: string): EncryptionKey => ({ id, key: randomBytes(32) });
const boxOf = (...encryptionKeys: EncryptionKey[]) => new SecretBox({ encryptionKeys } as Settings);

describe('SecretBox', () => {
  const key = newKey('1');
  const box = boxOf(key);

  it('opens a sealed text under the same context only', () => {
    const sealed = box.sealText('token', 'signer-link:1');
    expect(box.openText(sealed, 'signer-link:1')).toBe('token');
    expect(() => box.openText(sealed, 'signer-link:2')).toThrow();
  });

  it('detects every changed byte of a sealed value', () => {
    const sealed = box.seal(Buffer.from('secret'), 'row:1');
    for (const index of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 1;
      expect(() => box.open(changed, 'row:1')).toThrow();
    }
  });

  it('opens a large value in pieces, and lets other work run in between', async () => {
    const plain = randomBytes(3 * PIECE_BYTES + 1);
    const sealed = box.seal(plain, 'file:1');
    const order: string[] = [];
    const opening = box.openLarge(sealed, 'file:1').then((opened) => {
      order.push('opened');
      return opened;
    });
    for (let piece = 1; piece <= 2; piece++) {
      await nextIteration();
      order.push('others');
    }
    expect((await opening).equals(plain)).toBe(true);
    expect(order).toEqual(['others', 'others', 'opened']);
  });

  it('returns nothing of a large value that was changed or moved', async () => {
    const sealed = box.seal(randomBytes(2 * PIECE_BYTES), 'file:1');
    await expect(box.openLarge(sealed, 'file:2')).rejects.toThrow();
    sealed[sealed.length - 1]! ^= 1;
    await expect(box.openLarge(sealed, 'file:1')).rejects.toThrow();
  });

  it('never seals a value the same way twice', () => {
    expect(box.sealText('same', 'row:1')).not.toBe(box.sealText('same', 'row:1'));
  });

  it('opens a value with an old key after a rotation, but not without it', () => {
    const sealed = box.sealText('token', 'row:1');
    const next = newKey('2');
    expect(boxOf(next, key).openText(sealed, 'row:1')).toBe('token');
    expect(() => boxOf(next).openText(sealed, 'row:1')).toThrow(/not in ENCRYPTION_KEY/);
  });
});

describe('OpenedTexts', () => {
  class CountingBox extends SecretBox {
    opened = 0;

    override openText(sealed: string, context: string): string {
      this.opened++;
      return super.openText(sealed, context);
    }
  }
  const box = new CountingBox({ encryptionKeys: [newKey('1')] } as Settings);

  it('opens a text once, under its own context only', () => {
    const texts = new OpenedTexts(box);
    const sealed = box.sealText('secret', 'row:1');
    box.opened = 0;
    expect([texts.open(sealed, 'row:1'), texts.open(sealed, 'row:1')]).toEqual(['secret', 'secret']);
    expect(box.opened).toBe(1);
    expect(() => texts.open(sealed, 'row:2')).toThrow();
  });

  it('forgets the oldest texts beyond its limit', () => {
    const texts = new OpenedTexts(box, 2);
    const sealed = ['a', 'b', 'c'].map((text) => box.sealText(text, 'row:1'));
    box.opened = 0;
    for (const index of [0, 1, 2, 2, 1, 0]) texts.open(sealed[index]!, 'row:1');
    expect(box.opened).toBe(4);
  });
});

describe('tokens', () => {
  it('makes tokens in the documented format', () => {
    expect(newLinkToken()).toMatch(/^[0-9a-f]{64}$/);
    expect(randomBase62(43)).toMatch(/^[0-9A-Za-z]{43}$/);
  });
});
