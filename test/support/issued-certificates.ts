import 'reflect-metadata';
import { createPrivateKey, type KeyObject, webcrypto, X509Certificate } from 'node:crypto';
import {
  BasicConstraintsExtension,
  type KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const NOW = new Date();
const DAY_MS = 86_400_000;
const EC = { name: 'ECDSA', namedCurve: 'P-256' };
export const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};

/** A key with its certificate. */
export interface Issued {
  name: string;
  pair: webcrypto.CryptoKeyPair;
  key: KeyObject;
  certificate: X509Certificate;
}

interface Wanted {
  issuer?: Issued;
  isAuthority?: boolean;
  usages?: KeyUsageFlags;
  /** Days from now. */
  from?: number;
  to?: number;
  algorithm?: typeof EC | typeof RSA;
  pair?: webcrypto.CryptoKeyPair;
}

/** A certificate from an authority, or a self-signed one. */
export async function issue(name: string, wanted: Wanted = {}): Promise<Issued> {
  const { issuer, isAuthority = false, usages, from = -1, to = 1, algorithm = EC } = wanted;
  const pair = wanted.pair ?? (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']));
  const made = await X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: `CN=${issuer?.name ?? name}`,
    serialNumber: Buffer.from(name).toString('hex').slice(0, 20),
    notBefore: new Date(NOW.getTime() + from * DAY_MS),
    notAfter: new Date(NOW.getTime() + to * DAY_MS),
    publicKey: pair.publicKey,
    signingKey: (issuer?.pair ?? pair).privateKey,
    signingAlgorithm: { ...(issuer ? EC : algorithm), hash: 'SHA-256' },
    extensions: [
      ...(isAuthority ? [new BasicConstraintsExtension(true)] : []),
      ...(usages === undefined ? [] : [new KeyUsagesExtension(usages)]),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', pair.privateKey));
  const key = createPrivateKey({ key: pkcs8, type: 'pkcs8', format: 'der' });
  return { name, pair, key, certificate: new X509Certificate(Buffer.from(made.rawData)) };
}

/** An authority and `count - 1` below it, the last one first. */
export async function authorities(count: number): Promise<Issued[]> {
  const made = [await issue('Root', { isAuthority: true })];
  for (let level = 1; level < count; level++)
    made.unshift(await issue(`Authority ${level}`, { issuer: made[0]!, isAuthority: true }));
  return made;
}
