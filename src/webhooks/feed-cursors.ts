import { Injectable } from '@nestjs/common';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { type FeedPlace, readCursor } from './domain/feed-cursor.js';
import { cursorExpired } from './webhook.errors.js';

/**
 * Fixed-size fields of a sealed cursor, so its length reveals nothing: era (4 bytes), transaction (8) and number (8).
 */
const PLACE_BYTES = 20;
/**
 * Sealed cursors begin with the version of their format; plain ones encode a leading digit, which is never `A` in
 * base64url.
 */
const SEALED = /^A[A-Za-z0-9_-]{60,}$/;

/**
 * Cursors of the feed, sealed so that they reveal nothing and belong to one organization. Earlier versions wrote them
 * plainly, which shows how many transactions PostgreSQL has counted; these are still read.
 */
@Injectable()
export class FeedCursors {
  constructor(private readonly secretBox: SecretBox) {}

  /** The cursor that callers send back to read on. */
  write(organizationId: number, { era, xid, seq }: FeedPlace): string {
    const place = Buffer.alloc(PLACE_BYTES);
    place.writeUInt32BE(era);
    place.writeBigUInt64BE(BigInt(xid), 4);
    place.writeBigUInt64BE(BigInt(seq), 12);
    return this.secretBox.seal(place, contextOf(organizationId)).toString('base64url');
  }

  /**
   * Reads a cursor of either form.
   * @returns null if it is not a cursor
   * @throws AppError 410 `cursor_expired` for a sealed one of another organization, or whose key is gone
   */
  read(organizationId: number, text: string): FeedPlace | null {
    const plain = readCursor(text);
    if (plain || !SEALED.test(text)) return plain;
    const place = this.open(organizationId, Buffer.from(text, 'base64url'));
    const era = place.readUInt32BE();
    const [xid, seq] = [place.readBigUInt64BE(4), place.readBigUInt64BE(12)];
    return { era, xid: xid.toString(), seq: Number(seq) };
  }

  private open(organizationId: number, sealed: Buffer): Buffer {
    try {
      return this.secretBox.open(sealed, contextOf(organizationId));
    } catch {
      throw cursorExpired();
    }
  }
}

const contextOf = (organizationId: number) => `feed-cursor:${organizationId}`;
