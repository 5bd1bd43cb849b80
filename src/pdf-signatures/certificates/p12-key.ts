import { readFile } from 'node:fs/promises';
import { P12Signer } from '@libpdf/core';
import { type SealingKey } from '../sealing-key.port.js';

/**
 * Opens the key and certificates of a PKCS#12 file (RFC 7292), encrypted with AES or older ciphers.
 * @throws Error if it cannot be read or the passphrase is wrong
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
