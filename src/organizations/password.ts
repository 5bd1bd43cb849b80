import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** The cost of a guess (scrypt, RFC 7914): N = 2^16 takes 64 MiB and about 150 ms. Each hash states its own cost. */
export const PASSWORD_COST = { log2N: 16 };
/** The cost of hashes that do not state it. */
const FORMER_LOG2_N = 16;
const MAX_MEMORY = 128 * 1024 * 1024;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const STORED = /^scrypt\$(?:(\d\d)\$)?([A-Za-z0-9+/=]{24})\$([A-Za-z0-9+/=]{44})$/;

/** Characters of a chosen password (NIST SP 800-63B-4 §3.1.1: at least 15 if it is the only factor). */
export const MIN_PASSWORD = 15;
export const MAX_PASSWORD = 200;

/** `scrypt$<log2 N>$<salt>$<hash>`, the last two in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { log2N } = PASSWORD_COST;
  const hash = await derive(password, salt, log2N);
  return `scrypt$${log2N}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/**
 * Whether the password has this hash.
 * @param stored - as returned by `hashPassword`; null takes equally long, so timing does not reveal who has a
 * password
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { log2N } = PASSWORD_COST;
  const [found, cost = FORMER_LOG2_N, salt = '', hash] = STORED.exec(stored ?? '') ?? [];
  const derived = found
    ? await derive(password, Buffer.from(salt, 'base64'), Number(cost))
    : await derive(password, randomBytes(SALT_BYTES), log2N);
  return timingSafeEqual(derived, hash ? Buffer.from(hash, 'base64') : randomBytes(HASH_BYTES));
}

/** Normalizes first: other devices may compose the same letters differently (RFC 8265 §4.2). */
function derive(password: string, salt: Buffer, log2N: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cost = { N: 2 ** log2N, r: 8, p: 1, maxmem: MAX_MEMORY };
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
