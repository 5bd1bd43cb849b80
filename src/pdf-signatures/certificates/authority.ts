import 'reflect-metadata';
import { type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { algorithmOf, exportPrivateKey, publicKeyOf } from './key-pair.js';

/** Longest attribute of a distinguished name (RFC 5280, appendix A). Strict readers refuse longer ones. */
const MAX_NAME = 64;

/** The validity period of a certificate. */
export interface Validity {
  notBefore: Date;
  notAfter: Date;
}

/** An issuer of certificates: its key, and its own certificate in DER. */
export interface Authority {
  privateKey: KeyObject;
  certificate: Buffer;
}

export const authorityOf = (privateKey: KeyObject, certificate: Buffer): Authority => ({
  privateKey,
  certificate,
});

export interface Subject {
  commonName: string;
  organization?: string;
  /** Goes into the subject alternative name (RFC 5280 §4.2.1.6). */
  email?: string;
}

/** Makes a self-signed authority that may only issue end-entity certificates (RFC 5280 §4.2.1.9, path length 0). */
export async function issueAuthority(
  subject: Subject,
  privateKey: KeyObject,
  validity: Validity,
): Promise<Authority> {
  const name = distinguishedName(subject);
  const keys = await webKeys(privateKey);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name,
    ...validity,
    keys,
    signingAlgorithm: webAlgorithm(privateKey),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return authorityOf(privateKey, Buffer.from(certificate.rawData));
}

/**
 * Issues a certificate (DER) for signing documents. It has no extended key usage: readers differ in which one they expect,
 * and none requires one (RFC 5280 §4.2.1.12).
 */
export async function issueCertificate(
  authority: Authority,
  subject: Subject,
  privateKey: KeyObject,
  validity: Validity,
): Promise<Buffer> {
  const { publicKey } = await webKeys(privateKey);
  const issuer = await webKeys(authority.privateKey);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: distinguishedName(subject),
    issuer: nameIn(authority),
    ...validity,
    publicKey,
    signingKey: issuer.privateKey,
    signingAlgorithm: webAlgorithm(authority.privateKey),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      ...alternativeNames(subject),
    ],
  });
  return Buffer.from(certificate.rawData);
}

/** An address that is not ASCII cannot be an alternative name (RFC 5280 §4.2.1.6) and is only in the common name. */
function alternativeNames({ email }: Subject): SubjectAlternativeNameExtension[] {
  if (email === undefined || !/^[\x21-\x7e]+$/.test(email)) return [];
  return [new SubjectAlternativeNameExtension([{ type: 'email', value: email }])];
}

/** The authority's name, byte for byte as in its certificate (RFC 5280 §4.1.2.4). */
export const nameIn = ({ certificate }: Authority) => new X509Certificate(certificate).subjectName;

function distinguishedName({ commonName, organization }: Subject): JsonName {
  const cut = (text: string) => [...text].slice(0, MAX_NAME).join('');
  return [{ CN: [cut(commonName)] }, ...(organization ? [{ O: [cut(organization)] }] : [])];
}

/** 127 random bits: unpredictable, and positive (RFC 5280 §4.1.2.2). */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes.toString('hex');
}

export function webAlgorithm(privateKey: KeyObject) {
  return algorithmOf(privateKey) === 'rsa'
    ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    : { name: 'ECDSA', hash: 'SHA-256', namedCurve: curveOf(privateKey) };
}

/** @throws Error for a curve that the certificate library does not support */
function curveOf(privateKey: KeyObject): string {
  const names: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };
  const name = names[privateKey.asymmetricKeyDetails?.namedCurve ?? ''];
  if (!name) throw new Error(`Unsupported elliptic curve: ${privateKey.asymmetricKeyDetails?.namedCurve}`);
  return name;
}

export async function webKeys(privateKey: KeyObject): Promise<webcrypto.CryptoKeyPair> {
  const algorithm = webAlgorithm(privateKey);
  const { subtle } = webcrypto;
  const publicDer = publicKeyOf(privateKey);
  return {
    privateKey: await subtle.importKey('pkcs8', exportPrivateKey(privateKey), algorithm, false, ['sign']),
    publicKey: await subtle.importKey('spki', publicDer, algorithm, true, ['verify']),
  };
}
