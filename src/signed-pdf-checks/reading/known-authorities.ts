import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

/** Where systems keep the authorities that they know: Debian and Alpine, Fedora, openSUSE. */
const SYSTEM_LISTS = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
];
const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** The certificates in a PEM file's text. @throws Error where one of them is none */
export function certificatesIn(pem: string): X509Certificate[] {
  return (pem.match(PEM) ?? []).map((text) => new X509Certificate(text));
}

let machine: X509Certificate[] | undefined;

/** The authorities in this computer's list: those that came with Node.js, and the system's own where it has a file of them. */
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
