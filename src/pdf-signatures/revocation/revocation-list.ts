import { verify, X509Certificate } from 'node:crypto';
import { Certificate, CertificateRevocationList } from 'pkijs';
import { OID, SIGNATURE_DIGESTS } from '../cms/object-identifiers.js';

/** Extensions of a list that change nothing of what it says about its issuer's certificates (RFC 5280 §5.2). */
const KNOWN_EXTENSIONS: readonly string[] = [OID.authorityKeyIdentifier, OID.crlNumber];

/** What a revocation list says about a certificate at a time. */
export type RevocationStatus =
  | 'good'
  | 'revoked'
  /** It is not the issuer's, its signature does not hold, or it had ended by then. */
  | 'unknown';

/**
 * What a certificate revocation list (DER, RFC 5280 §5) says about a certificate. Lists for a part of an issuer's
 * certificates, of changes, or by others than the issuer are not understood, and say nothing.
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
