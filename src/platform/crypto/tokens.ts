import { createHash, randomBytes, randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** SHA-256 of a secret: enough to look up a random 256-bit token, of which there is nothing to guess. */
export function sha256(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}

/** A 256-bit link token, 64 lowercase hexadecimal characters, from a CSPRNG. */
export function newLinkToken(): string {
  return randomBytes(32).toString('hex');
}

/** `length` characters of base62 from a CSPRNG; 43 of them carry 256 bits. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}
