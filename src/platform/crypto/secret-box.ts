import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EncryptionKey, Settings } from '../config/settings.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 1;

/** Encrypting or decrypting this much of a large value takes less than a millisecond. */
export const PIECE_BYTES = 512 * 1024;

/** A value that is encrypted piece by piece. */
export interface SealedPieces {
  /** Precedes all pieces. The tag in it is still missing. */
  head: Buffer;
  /** Where to write the tag. */
  tagAt: number;
  update(piece: Buffer): Buffer;
  /** @returns the tag */
  end(): Buffer;
}

/**
 * Encrypts data that must be read again: link tokens, webhook secrets, answers, files (AES-256-GCM, NIST SP 800-38D).
 * Layout: version (1 byte), length of the key id (1), key id, IV (12), tag (16), ciphertext. `context` (such as
 * `signer-link:17`) is authenticated, so a value cannot be moved to another row.
 */
@Injectable()
export class SecretBox {
  private readonly current: EncryptionKey;
  private readonly keys: Map<string, Buffer>;

  constructor(settings: Settings) {
    this.current = settings.encryptionKeys[0]!;
    this.keys = new Map(settings.encryptionKeys.map(({ id, key }) => [id, key]));
  }

  seal(plain: Buffer, context: string): Buffer {
    const pieces = this.sealPieces(context);
    const body = pieces.update(plain);
    pieces.end().copy(pieces.head, pieces.tagAt);
    return Buffer.concat([pieces.head, body]);
  }

  /** `seal` for bytes that arrive in pieces. */
  sealPieces(context: string): SealedPieces {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.current.key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context));
    const keyId = Buffer.from(this.current.id);
    const named = Buffer.concat([Buffer.from([VERSION, keyId.length]), keyId, iv]);
    return {
      head: Buffer.concat([named, Buffer.alloc(TAG_BYTES)]),
      tagAt: named.length,
      update: (piece) => cipher.update(piece),
      end: () => {
        cipher.final();
        return cipher.getAuthTag();
      },
    };
  }

  /** @throws Error if the key is unknown, the context differs, or the bytes were changed */
  open(sealed: Buffer, context: string): Buffer {
    const { decipher, body } = this.beginOpening(sealed, context);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  }

  /** `open` for a large value: in pieces, yielding in between. */
  async openLarge(sealed: Buffer, context: string): Promise<Buffer> {
    const { decipher, body } = this.beginOpening(sealed, context);
    const plain = Buffer.allocUnsafe(body.length);
    for (let at = 0; at < body.length; at += PIECE_BYTES) {
      if (at > 0) await nextTurn();
      decipher.update(body.subarray(at, at + PIECE_BYTES)).copy(plain, at);
    }
    decipher.final();
    return plain;
  }

  /**
   * `open` for bytes that arrive in pieces, keeping only those from `from` to before `to`. Returns nothing before all
   * have arrived and proved unchanged.
   */
  async openArriving(
    pieces: AsyncIterable<Buffer>,
    context: string,
    { from, to }: { from: number; to: number },
  ): Promise<Buffer> {
    const kept: Buffer[] = [];
    let head = Buffer.alloc(0);
    let decipher: DecipherGCM | undefined;
    let at = 0;
    for await (const piece of pieces) {
      let body = piece;
      if (decipher === undefined) {
        head = Buffer.concat([head, piece]);
        if (head.length < headLength(head)) continue;
        ({ decipher, body } = this.beginOpening(head, context));
      }
      const plain = decipher.update(body);
      kept.push(plain.subarray(Math.max(0, from - at), Math.max(0, to - at)));
      at += plain.length;
    }
    if (decipher === undefined) throw new Error('an encrypted value was cut off');
    decipher.final();
    return Buffer.concat(kept);
  }

  private beginOpening(sealed: Buffer, context: string): { decipher: DecipherGCM; body: Buffer } {
    if (sealed[0] !== VERSION) throw new Error('unknown version of an encrypted value');
    const ivAt = 2 + sealed[1]!;
    const key = this.keys.get(sealed.subarray(2, ivAt).toString());
    if (!key) throw new Error('encrypted with a key that is not in ENCRYPTION_KEY');
    const tagAt = ivAt + IV_BYTES;
    const bodyAt = tagAt + TAG_BYTES;
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(ivAt, tagAt), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(sealed.subarray(tagAt, bodyAt));
    return { decipher, body: sealed.subarray(bodyAt) };
  }

  /** The head of values encrypted with the current key. */
  get currentHead(): Buffer {
    const keyId = Buffer.from(this.current.id);
    return Buffer.concat([Buffer.from([VERSION, keyId.length]), keyId]);
  }

  /** Whether a value is encrypted with the current key. @param sealed - the value, or at least its head */
  isCurrent(sealed: Buffer): boolean {
    const head = this.currentHead;
    return sealed.subarray(0, head.length).equals(head);
  }

  /** `seal` for a text column: base64. */
  sealText(plain: string, context: string): string {
    return this.seal(Buffer.from(plain), context).toString('base64');
  }

  openText(sealed: string, context: string): string {
    return this.open(Buffer.from(sealed, 'base64'), context).toString();
  }

  /**
   * Keyed hashes for finding an equal value without storing it (HMAC-SHA256, keys by HKDF, RFC 5869): first with the
   * current key, then with older ones.
   */
  fingerprints(value: string, context: string): Buffer[] {
    return [...this.keys.values()].map((key) => {
      const derived = hkdfSync('sha256', key, '', `fingerprint:${context}`, 32);
      return createHmac('sha256', Buffer.from(derived)).update(value).digest();
    });
  }
}

/** Length of a value's head, read from its first bytes. */
const headLength = ([, keyIdLength = 0]: Buffer): number => 2 + keyIdLength + IV_BYTES + TAG_BYTES;
