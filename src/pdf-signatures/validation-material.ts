/** Material for validating a signature, all in DER. */
export interface ValidationMaterial {
  certificates: Buffer[];
  /** Certificate revocation lists (RFC 5280 §5). */
  lists: Buffer[];
}
