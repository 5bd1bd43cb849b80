import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Manifest } from '../../src/platform/backup/manifest.js';
import {
  ARCHIVE_END,
  HEADER_BYTES,
  paddingOf,
  parseTarHeader,
  tarHeader,
} from '../../src/platform/backup/tar.js';
import { type EncryptionKey } from '../../src/platform/config/settings.js';

export interface Entry {
  name: string;
  content: Buffer;
}

export interface KeySeal {
  id: string;
  hmac: string;
}

/** Derives an HMAC as the service does for fingerprints of a kind. */
function macOf({ key }: EncryptionKey, context: string, text: string): string {
  const derived = hkdfSync('sha256', key, '', `fingerprint:${context}`, 32);
  return createHmac('sha256', Buffer.from(derived)).update(text).digest('base64');
}

/** The seal of format 2, implemented independently from its description in the ADR. */
export function sealSecond(sha256: string, keys: readonly EncryptionKey[]): object {
  const text = JSON.stringify([2, sha256, ...keys.map(({ id }) => id)]);
  return {
    format: 2,
    sha256,
    keys: keys.map((key) => ({ id: key.id, hmac: macOf(key, 'backup-seal', text) })),
  };
}

/** The seal of format 1, as earlier versions wrote it. */
export function sealFirst(sha256: string, keys: readonly EncryptionKey[]): object {
  return { sha256, keys: keys.map((key) => ({ id: key.id, hmac: macOf(key, 'backup', sha256) })) };
}

/** A backup taken apart by someone who knows the format. */
export class OpenedArchive {
  private constructor(
    readonly entries: readonly Entry[],
    /** The text of its seal. */
    readonly seal: string,
  ) {}

  static read(file: string): OpenedArchive {
    const bytes = readFileSync(file);
    const entries: Entry[] = [];
    for (let at = 0; ;) {
      const { name, size } = parseTarHeader(bytes.subarray(at, at + HEADER_BYTES))!;
      const begin = at + HEADER_BYTES;
      const content = bytes.subarray(begin, begin + size);
      if (name === 'seal.json') return new OpenedArchive(entries, content.toString());
      entries.push({ name, content });
      at = begin + size + paddingOf(size);
    }
  }

  get keys(): KeySeal[] {
    return (JSON.parse(this.seal) as { keys: KeySeal[] }).keys;
  }

  /** The archive with other files. */
  with(change: (entries: Entry[]) => Entry[]): OpenedArchive {
    return new OpenedArchive(change([...this.entries]), this.seal);
  }

  /** The archive with another manifest. */
  describing(change: (manifest: Manifest) => unknown): OpenedArchive {
    return this.replacing('manifest.json', (content) => {
      const manifest = JSON.parse(content.toString()) as Manifest;
      return Buffer.from(JSON.stringify(change(manifest) ?? manifest));
    });
  }

  /** The archive with other content in the first file whose name begins like this. */
  replacing(beginning: string, change: (content: Buffer) => Buffer): OpenedArchive {
    const at = this.indexOf(beginning);
    return this.with((entries) =>
      entries.with(at, { ...entries[at]!, content: change(entries[at]!.content) }),
    );
  }

  indexOf(beginning: string): number {
    return this.entries.findIndex(({ name }) => name.startsWith(beginning));
  }

  get body(): Buffer {
    return Buffer.concat(this.entries.map(inArchive));
  }

  /** The whole file. @param seal - receives the SHA-256 of everything before it */
  sealedBy(seal: (sha256: string) => object | string): Buffer {
    return sealedBody(this.body, seal);
  }
}

/** @param body - files, or what passes for them */
export function sealedBody(body: Buffer, seal: (sha256: string) => object | string): Buffer {
  const said = seal(createHash('sha256').update(body).digest('hex'));
  const content = Buffer.from(typeof said === 'string' ? said : JSON.stringify(said));
  return Buffer.concat([body, inArchive({ name: 'seal.json', content }), ARCHIVE_END]);
}

export const inArchive = ({ name, content }: Entry): Buffer =>
  Buffer.concat([
    tarHeader({ name, size: content.length }),
    content,
    Buffer.alloc(paddingOf(content.length)),
  ]);

/** A header with other bytes, and the matching checksum. */
export function craftedHeader(
  entry: { name: string; size: number },
  changes: readonly [at: number, bytes: string][],
): Buffer {
  const block = tarHeader(entry);
  for (const [at, bytes] of changes) block.write(bytes, at, 'latin1');
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148, 'ascii');
  return block;
}
