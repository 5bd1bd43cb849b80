/** What a signature is validated with, all in DER. */
export interface ValidationMaterial {
  certificates: Buffer[];
  /** Certificate revocation lists (RFC 5280 §5). */
  lists: Buffer[];
}
