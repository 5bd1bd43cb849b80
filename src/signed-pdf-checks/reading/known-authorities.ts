import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

/** Trust stores of Debian and Alpine, Fedora, and openSUSE. */
export const SYSTEM_LISTS = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
];
const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** The certificates in PEM text. @throws Error if one of them cannot be parsed */
export function certificatesIn(pem: string): X509Certificate[] {
  return (pem.match(PEM) ?? []).map((text) => new X509Certificate(text));
}

let machine: X509Certificate[] | undefined;

/** Node.js's own authorities, and those of the system's trust store if it has one. */
export function machineAuthorities(): X509Certificate[] {
  return (machine ??= loadAuthorities());
}

function loadAuthorities(): X509Certificate[] {
  const known = new Map<string, X509Certificate>();
  for (const certificate of [
    ...rootCertificates.map((pem) => new X509Certificate(pem)),
    ...systemAuthorities(),
  ])
    known.set(certificate.fingerprint256, certificate);
  return [...known.values()];
}

function systemAuthorities(): X509Certificate[] {
  for (const file of SYSTEM_LISTS) {
    try {
      return certificatesIn(readFileSync(file, 'utf8'));
    } catch {
      continue;
    }
  }
  return [];
}
