import { createHash, randomBytes, randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** SHA-256, which suffices for looking up random 256-bit tokens, because they cannot be guessed. */
export function sha256(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}

/** A 256-bit link token, 64 lowercase hexadecimal characters, from a CSPRNG. */
export function newLinkToken(): string {
  return randomBytes(32).toString('hex');
}

/** A salt of 128 bits from a CSPRNG, in hexadecimal digits: what is hashed with it cannot be guessed. */
export const newSalt = (): string => randomBytes(16).toString('hex');

/** Whether the text has the form of a link token. */
export const isLinkToken = (text: string) => /^[0-9a-f]{64}$/.test(text);

/** `length` characters of base62 from a CSPRNG; 43 of them carry 256 bits. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}
