import { X509Certificate } from 'node:crypto';

/** Whether a certificate is valid at a time. */
export function isValidAt({ validFrom, validTo }: X509Certificate, time: Date): boolean {
  return Date.parse(validFrom) <= time.getTime() && time.getTime() <= Date.parse(validTo);
}

/** The common name of a certificate's (DER) subject, or the whole subject if it has none. */
export function certificateName(certificate: Buffer): string {
  const { subject } = new X509Certificate(certificate);
  const [, name] = /^CN=(.*)$/m.exec(subject) ?? [];
  return plainAttribute(name ?? subject.replaceAll('\n', ', '));
}

/** An attribute of a distinguished name, without the escapes of RFC 4514 §2.4 that Node.js writes. */
export const plainAttribute = (escaped: string): string =>
  escaped.replace(
    /(?:\\[0-9A-Fa-f]{2})+|\\(.)/g,
    (escape, character?: string) =>
      character ?? Buffer.from(escape.replaceAll('\\', ''), 'hex').toString('utf8'),
  );
