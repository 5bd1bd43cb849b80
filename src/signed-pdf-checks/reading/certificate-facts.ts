import { createHash, X509Certificate } from 'node:crypto';
import { plainAttribute } from '../../pdf-signatures/read-certificate.js';
import { type CertificateFacts } from '../domain/document-facts.js';
import { plainText } from './plain-text.js';

/** Longer than real chains. */
const MAX_CHAIN = 64;
/** Extended key usages for documents or any purpose (RFC 5280 §4.2.1.12, RFC 9336, and vendors' own before it). */
const DOCUMENT_USES = new Set([
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.5.5.7.3.4',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
]);

/** Certificates at which a chain may end. */
export interface Anchors {
  /** From this computer's trust store. */
  machine: readonly X509Certificate[];
  /** Given by the caller. */
  given: readonly X509Certificate[];
}

/**
 * The contents of a certificate, and its chain built from `others` (DER).
 * @throws Error if it is not a certificate
 */
export function certificateFacts(der: Buffer, others: readonly Buffer[], anchors: Anchors): CertificateFacts {
  const certificate = new X509Certificate(der);
  const { chain, anchor } = climb(certificate, others.flatMap(readable), anchors);
  const subject = namesIn(certificate.subject);
  return {
    sha256: fingerprint(certificate),
    name: displayName(certificate.subject),
    organization: subject.O ? plainText(subject.O) : null,
    issuer: displayName(certificate.issuer),
    ...validity(certificate),
    chain: chain.map((issuer) => ({
      name: displayName(issuer.subject),
      sha256: fingerprint(issuer),
      ...validity(issuer),
    })),
    anchor,
    isForOtherUse:
      (certificate.keyUsage ?? []).length > 0 && !certificate.keyUsage.some((use) => DOCUMENT_USES.has(use)),
  };
}

/** Follows verified issuers up to a known certificate or a self-signed one. */
function climb(
  leaf: X509Certificate,
  found: readonly X509Certificate[],
  { machine, given }: Anchors,
): { chain: X509Certificate[]; anchor: CertificateFacts['anchor'] } {
  const chain: X509Certificate[] = [];
  for (let below = leaf; chain.length < MAX_CHAIN; below = chain.at(-1)!) {
    if (isAmong(given, below)) return { chain, anchor: 'given' };
    if (isAmong(machine, below)) return { chain, anchor: 'machine' };
    const issuer = [...given, ...machine, ...found].find((each) => issued(each, below));
    if (!issuer || isAmong([leaf, ...chain], issuer)) break;
    chain.push(issuer);
  }
  return { chain, anchor: null };
}

const isAmong = (anchors: readonly X509Certificate[], certificate: X509Certificate) =>
  anchors.some(({ raw }) => raw.equals(certificate.raw));

/** Only an authority may issue (RFC 5280 §4.2.1.9), and its signature must verify. */
function issued(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuer.ca && subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
}

/** Skips bytes that are not a certificate. */
function readable(der: Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(der)];
  } catch {
    return [];
  }
}

const fingerprint = ({ raw }: X509Certificate) => createHash('sha256').update(raw).digest('hex');

const validity = ({ validFrom, validTo }: X509Certificate) => ({
  validFrom: new Date(validFrom).toISOString(),
  validTo: new Date(validTo).toISOString(),
});

/** Attributes of a distinguished name as Node writes them, one per line; the first of each kind. */
function namesIn(distinguishedName: string | undefined): Partial<Record<string, string>> {
  const names: Partial<Record<string, string>> = {};
  for (const line of (distinguishedName ?? '').split('\n')) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key && value) names[key] ??= plainAttribute(value);
  }
  return names;
}

function displayName(distinguishedName: string | undefined): string {
  const { CN, O, OU, emailAddress } = namesIn(distinguishedName);
  return plainText(CN ?? O ?? OU ?? emailAddress ?? '');
}
