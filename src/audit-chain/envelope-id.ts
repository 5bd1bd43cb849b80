/** The version nibble of UUIDs with application-defined bits (RFC 9562 §5.8). */
const VERSION = '8';

/**
 * The id printed on a request's documents and, unlike its number, globally unique: a UUID from the first 16 bytes of
 * the hash of its first event. Anyone with the audit trail can compute it.
 * @param firstHash - lower-case hex
 */
export function envelopeIdOf(firstHash: string): string {
  const digits = firstHash.slice(0, 32);
  const variant = ((parseInt(digits.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  const marked = `${digits.slice(0, 12)}${VERSION}${digits.slice(13, 16)}${variant}${digits.slice(17)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
