import { randomBytes } from 'node:crypto';
import { type Settings } from '../platform/config/settings.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { readCursor, toCursor } from './domain/feed-cursor.js';
import { FeedCursors } from './feed-cursors.js';

const ACME = 17;
const KEY = { id: '2026', key: randomBytes(32) };
const withKeys = (...encryptionKeys: { id: string; key: Buffer }[]) =>
  new FeedCursors(new SecretBox({ encryptionKeys } as Settings));

describe('feed cursors', () => {
  const cursors = withKeys(KEY);
  const places = [
    { era: 0, xid: '0', seq: 0 },
    { era: 1, xid: '7492', seq: 1234 },
    { era: 999_999_999, xid: '9999999999999999999', seq: 999_999_999_999_999 },
  ];

  it.each(places)('reads its own cursors, and plain ones of earlier versions: %j', (place) => {
    expect(cursors.read(ACME, toCursor(place))).toEqual(place);
    expect(cursors.read(ACME, cursors.write(ACME, place))).toEqual(place);
  });

  it('reveals nothing, not even by their length', () => {
    const sealed = places.map((place) => cursors.write(ACME, place));
    expect(new Set(sealed.map(({ length }) => length)).size).toBe(1);
    for (const text of sealed) {
      expect(text).toMatch(/^[\w-]{60,200}$/);
      expect(Buffer.from(text, 'base64url').toString('latin1')).not.toMatch(/7492|1234/);
      expect(readCursor(text)).toBeNull();
    }
  });

  it('refuses a cursor in another organization, altered, or once its key is gone', () => {
    const sealed = cursors.write(ACME, places[1]!);
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[bytes.length - 1]! ^= 1;
    expect(() => cursors.read(ACME + 1, sealed)).toThrow('before');
    expect(() => cursors.read(ACME, bytes.toString('base64url'))).toThrow('before');
    const newer = { id: '2027', key: randomBytes(32) };
    expect(withKeys(newer, KEY).read(ACME, sealed)).toEqual(places[1]);
    expect(() => withKeys(newer).read(ACME, sealed)).toThrow('before');
  });

  it.each(['', 'A', 'AQ', 'x', 'A'.repeat(59), '%', '1.2.3', `A${'!'.repeat(80)}`])(
    'does not read %s as a cursor',
    (text) => {
      expect(cursors.read(ACME, text)).toBeNull();
    },
  );
});
