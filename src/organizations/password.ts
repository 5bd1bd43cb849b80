import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** scrypt parameters (RFC 7914): 64 MiB and about 150 ms for each guess. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const STORED = /^scrypt\$([A-Za-z0-9+/=]{24})\$([A-Za-z0-9+/=]{44})$/;

/** Characters of a password that a person chooses (NIST SP 800-63B-4 §3.1.1: at least 15 where it is the only factor). */
export const MIN_PASSWORD = 15;
export const MAX_PASSWORD = 200;

/** `scrypt$<salt>$<hash>`, both in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `scrypt$${salt.toString('base64')}$${(await derive(password, salt)).toString('base64')}`;
}

/**
 * Whether the password has this hash.
 * @param stored - as `hashPassword` returns it; null takes as long, so that nobody learns by it who has a password
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt, hash] = STORED.exec(stored ?? '') ?? [];
  const derived = await derive(password, salt ? Buffer.from(salt, 'base64') : randomBytes(SALT_BYTES));
  return timingSafeEqual(derived, hash ? Buffer.from(hash, 'base64') : randomBytes(HASH_BYTES));
}

/** Typed on another device, the same letters may be composed differently (RFC 8265 §4.2). */
function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
