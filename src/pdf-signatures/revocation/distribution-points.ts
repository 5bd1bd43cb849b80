import 'reflect-metadata';
import { CRLDistributionPointsExtension, X509Certificate } from '@peculiar/x509';

/** HTTP addresses of the issuer's revocation list, as stated in a certificate (RFC 5280 §4.2.1.13). */
export function distributionPoints(certificate: Buffer): string[] {
  const points =
    new X509Certificate(certificate).getExtension(CRLDistributionPointsExtension)?.distributionPoints ?? [];
  return points
    .flatMap((point) => point.distributionPoint?.fullName ?? [])
    .flatMap(({ uniformResourceIdentifier: address }) => address ?? [])
    .filter((address) => /^https?:\/\//i.test(address));
}
