/** A key that signs, wherever it is kept: in the database, in a PKCS#12 file, or in a key service. */
export interface SealingKey {
  /** DER of its certificate. */
  readonly certificate: Buffer;
  /** DER of its issuers' certificates, the direct issuer first, the root last. */
  readonly chain: readonly Buffer[];
  readonly algorithm: 'rsa' | 'ecdsa';
  /** Signs with SHA-256: RSASSA-PKCS1-v1_5 (RFC 8017 §8.2), or ECDSA as DER (RFC 3279 §2.2.3). */
  sign(data: Buffer): Promise<Buffer>;
}
