import { readFile } from 'node:fs/promises';
import { P12Signer } from '@libpdf/core';
import { type SealingKey } from '../sealing-key.port.js';

/**
 * The key and certificates of a PKCS#12 file (RFC 7292), with AES or the older ciphers.
 * @throws Error where it cannot be read or the passphrase is another
 */
export async function openP12(file: string, passphrase: string): Promise<SealingKey> {
  const signer = await P12Signer.create(await readFile(file), passphrase);
  return {
    certificate: Buffer.from(signer.certificate),
    chain: signer.certificateChain.map((der) => Buffer.from(der)),
    algorithm: signer.keyType === 'RSA' ? 'rsa' : 'ecdsa',
    sign: async (data) => Buffer.from(await signer.sign(data, 'SHA-256')),
  };
}
