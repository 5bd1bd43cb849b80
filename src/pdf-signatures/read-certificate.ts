import { X509Certificate } from 'node:crypto';

/** Whether a certificate holds at a time. */
export function isValidAt({ validFrom, validTo }: X509Certificate, time: Date): boolean {
  return Date.parse(validFrom) <= time.getTime() && time.getTime() <= Date.parse(validTo);
}

/** The common name of a certificate's subject, or where it has none, all of it in one line. */
export function certificateName(certificate: Buffer): string {
  const { subject } = new X509Certificate(certificate);
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
}
