import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { type SealKeyType } from '../../platform/config/settings.js';
import { type SealingKey } from '../sealing-key.port.js';

const generate = promisify(generateKeyPair);

/** A new private key: NIST P-256, or RSA with 3,072 bits. */
export async function newPrivateKey(type: SealKeyType): Promise<KeyObject> {
  const { privateKey } =
    type === 'p256'
      ? await generate('ec', { namedCurve: 'prime256v1' })
      : await generate('rsa', { modulusLength: 3072 });
  return privateKey;
}

/** The public key in DER (RFC 5280 §4.1.2.7). */
export function publicKeyOf(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
}

/** PKCS#8 in DER (RFC 5208). */
export function exportPrivateKey(privateKey: KeyObject): Buffer {
  return privateKey.export({ type: 'pkcs8', format: 'der' });
}

export function importPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, type: 'pkcs8', format: 'der' });
}

/** @throws Error for a key that is neither RSA nor elliptic curve */
export function algorithmOf(privateKey: KeyObject): SealingKey['algorithm'] {
  if (privateKey.asymmetricKeyType === 'rsa') return 'rsa';
  if (privateKey.asymmetricKeyType === 'ec') return 'ecdsa';
  throw new Error(`A key of type ${privateKey.asymmetricKeyType} cannot seal: use RSA or an elliptic curve`);
}

/** A sealing key held in this process's memory. */
export function localKey(privateKey: KeyObject, certificate: Buffer, chain: readonly Buffer[]): SealingKey {
  return {
    certificate,
    chain,
    algorithm: algorithmOf(privateKey),
    sign: (data) => Promise.resolve(sign('sha256', data, privateKey)),
  };
}

/** The same key, limited to this many signatures, after which nothing refers to it. */
export function limitedKey(key: SealingKey, most: number): SealingKey {
  let sign: SealingKey['sign'] | null = key.sign.bind(key);
  let left = most;
  const { certificate, chain, algorithm } = key;
  return {
    certificate,
    chain,
    algorithm,
    sign: async (data) => {
      const present = sign;
      if (--left <= 0) sign = null;
      if (!present)
        throw new Error(
          `This key has made the ${most === 1 ? 'signature' : `${most} signatures`} that it was made for`,
        );
      return present(data);
    },
  };
}
