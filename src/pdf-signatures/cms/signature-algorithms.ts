import { constants, type KeyObject, verify } from 'node:crypto';
import { AlgorithmIdentifier, RSASSAPSSParams, type SignerInfo } from 'pkijs';
import { DIGESTS, OID } from './object-identifiers.js';

/** Including obsolete ones (RFC 3370 §2.1). */
export const ALL_DIGESTS: Readonly<Record<string, string>> = { [OID.sha1]: 'sha1', ...DIGESTS };

type Scheme = 'rsa' | 'pss' | 'ecdsa';

/** Signature algorithms (RFC 3370 §3.2, RFC 5754 §3, RFC 4056); those without a digest state it in another field. */
const SCHEMES: Readonly<Record<string, [Scheme, digest?: string]>> = {
  [OID.rsaEncryption]: ['rsa'],
  '1.2.840.113549.1.1.5': ['rsa', 'sha1'],
  '1.2.840.113549.1.1.11': ['rsa', 'sha256'],
  '1.2.840.113549.1.1.12': ['rsa', 'sha384'],
  '1.2.840.113549.1.1.13': ['rsa', 'sha512'],
  '1.2.840.113549.1.1.10': ['pss'],
  [OID.ecPublicKey]: ['ecdsa'],
  '1.2.840.10045.4.1': ['ecdsa', 'sha1'],
  [OID.ecdsaWithSha256]: ['ecdsa', 'sha256'],
  '1.2.840.10045.4.3.3': ['ecdsa', 'sha384'],
  '1.2.840.10045.4.3.4': ['ecdsa', 'sha512'],
};
/** Types of public key for each scheme, as OpenSSL names them. */
const KEY_TYPES: Readonly<Record<Scheme, readonly string[]>> = {
  rsa: ['rsa'],
  pss: ['rsa', 'rsa-pss'],
  ecdsa: ['ec'],
};
const MGF1 = '1.2.840.113549.1.1.8';
/** The shortest RSA key whose signatures prove something today (NIST SP 800-131A). */
export const MIN_RSA_BITS = 2048;

export interface CheckedAlgorithm {
  /** Digest of the content. */
  digest: string;
  scheme: Scheme;
  /** Digest of the signed bytes. */
  signedDigest: string;
  /** In bytes, for RSASSA-PSS. */
  saltLength?: number;
}

/** How a signature was made; null if the algorithm is not supported. */
export function checkedAlgorithm({
  digestAlgorithm,
  signatureAlgorithm,
}: SignerInfo): CheckedAlgorithm | null {
  const digest = ALL_DIGESTS[digestAlgorithm.algorithmId];
  const [scheme, named] = SCHEMES[signatureAlgorithm.algorithmId] ?? [];
  if (!digest || !scheme) return null;
  if (scheme !== 'pss') return { digest, scheme, signedDigest: named ?? digest };
  const parameters = pssParameters(signatureAlgorithm);
  return parameters && { digest, scheme, ...parameters };
}

/** Whether the signature over these bytes verifies with the key; also false for a key of the wrong type. */
export function holdsOver(
  signed: Buffer,
  signature: Buffer,
  { scheme, signedDigest, saltLength }: CheckedAlgorithm,
  key: KeyObject,
): boolean {
  if (!KEY_TYPES[scheme].includes(key.asymmetricKeyType ?? '')) return false;
  const padding = scheme === 'pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } : {};
  return verify(signedDigest, signed, { key, ...padding }, signature);
}

/** Whether a signature was made with SHA-1 or a short RSA key, and so proves little today (NIST SP 800-131A). */
export function isWeak({ digest, signedDigest }: CheckedAlgorithm, key: KeyObject): boolean {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS;
  return digest === 'sha1' || signedDigest === 'sha1' || bits < MIN_RSA_BITS;
}

/** Parameters of RFC 4055 §3.1. A mask with a different digest than the signature's is not supported. */
function pssParameters({
  algorithmParams,
}: AlgorithmIdentifier): Pick<CheckedAlgorithm, 'signedDigest' | 'saltLength'> | null {
  const { hashAlgorithm, maskGenAlgorithm, saltLength } = new RSASSAPSSParams({ schema: algorithmParams });
  const signedDigest = ALL_DIGESTS[hashAlgorithm.algorithmId];
  const mask = new AlgorithmIdentifier({ schema: maskGenAlgorithm.algorithmParams }).algorithmId;
  if (!signedDigest || maskGenAlgorithm.algorithmId !== MGF1) return null;
  return ALL_DIGESTS[mask] === signedDigest ? { signedDigest, saltLength } : null;
}
