import { X509Certificate } from 'node:crypto';

/** Whether a certificate is valid at a time. */
export function isValidAt({ validFrom, validTo }: X509Certificate, time: Date): boolean {
  return Date.parse(validFrom) <= time.getTime() && time.getTime() <= Date.parse(validTo);
}

/** The common name of a certificate's (DER) subject, or the whole subject if it has none. */
export function certificateName(certificate: Buffer): string {
  const { subject } = new X509Certificate(certificate);
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
}
