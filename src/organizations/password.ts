import { randomBytes, scrypt } from 'node:crypto';

/** scrypt parameters (RFC 7914): 64 MiB and about 150 ms for each guess. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** `scrypt$<salt>$<hash>`, both in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `scrypt$${salt.toString('base64')}$${(await derive(password, salt)).toString('base64')}`;
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
