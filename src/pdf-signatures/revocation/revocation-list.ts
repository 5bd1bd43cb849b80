import { verify, X509Certificate } from 'node:crypto';
import { Certificate, CertificateRevocationList } from 'pkijs';
import { OID, SIGNATURE_DIGESTS } from '../cms/object-identifiers.js';

/** Extensions that do not change the meaning of a list (RFC 5280 §5.2). */
const KNOWN_EXTENSIONS: readonly string[] = [OID.authorityKeyIdentifier, OID.crlNumber];

/** The status of a certificate at a time according to a revocation list. */
export type RevocationStatus =
  | 'good'
  | 'revoked'
  /** The list is not the issuer's, its signature does not verify, or it was out of date at that time. */
  | 'unknown';

/**
 * The status of a certificate according to a revocation list (DER, RFC 5280 §5). Partial, delta and indirect lists are not
 * supported and yield `unknown`.
 * @param issuer DER of the certificate that issued it
 */
export function revocationStatus(
  list: Buffer,
  certificate: Buffer,
  issuer: Buffer,
  time: Date,
): RevocationStatus {
  try {
    const { serialNumber } = Certificate.fromBER(certificate);
    const read = CertificateRevocationList.fromBER(list);
    if (!read.nextUpdate || read.nextUpdate.value < time || !isBy(read, issuer)) return 'unknown';
    const isListed = read.revokedCertificates?.some((each) => each.userCertificate.isEqual(serialNumber));
    return isListed ? 'revoked' : 'good';
  } catch {
    return 'unknown';
  }
}

function isBy(list: CertificateRevocationList, issuer: Buffer): boolean {
  const digest = SIGNATURE_DIGESTS[list.signatureAlgorithm.algorithmId];
  const isUnderstood = (list.crlExtensions?.extensions ?? []).every(
    ({ critical, extnID }) => !critical || KNOWN_EXTENSIONS.includes(extnID),
  );
  return (
    digest !== undefined &&
    isUnderstood &&
    list.issuer.isEqual(Certificate.fromBER(issuer).subject) &&
    verify(
      digest,
      list.tbsView,
      new X509Certificate(issuer).publicKey,
      Buffer.from(list.signatureValue.valueBlock.valueHexView),
    )
  );
}
