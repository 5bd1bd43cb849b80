import 'reflect-metadata';
import { type KeyObject, type X509Certificate } from 'node:crypto';
import { KeyUsageFlags, KeyUsagesExtension, X509Certificate as ParsedCertificate } from '@peculiar/x509';
import { chainOf } from './certificates/certificate-chain.js';
import { localKey } from './certificates/key-pair.js';
import { type P12Contents } from './certificates/p12-key.js';
import { MIN_RSA_BITS } from './cms/signature-algorithms.js';
import { isValidAt } from './read-certificate.js';
import { type SealingKey } from './sealing-key.port.js';

/** A key that cannot seal, with the certificates concerned. Its message is for the operator. */
export class UnfitKeyError extends Error {}

const SIGNING = KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation;
const RIGHT =
  'the file must hold one key with its certificate, which must be currently valid and allow digitalSignature or nonRepudiation, and the certificates above it';

/**
 * The one key that can seal: with its certificate, valid at `time` and meant for signatures (RFC 5280 §4.2.1.3), and
 * that certificate's issuers as far as they are included. Other certificates are ignored.
 * @throws UnfitKeyError if there is none, or more than one
 */
export function chooseSealKey({ keys, certificates }: P12Contents, time: Date): SealingKey {
  const distinct = certificates.filter(
    ({ raw }, index) => certificates.findIndex((other) => other.raw.equals(raw)) === index,
  );
  const pairs = distinct.flatMap((certificate) => {
    const key = keys.find((each) => certificate.checkPrivateKey(each));
    return key ? [{ certificate, key }] : [];
  });
  if (pairs.length === 0)
    throw unfit(`no certificate belongs to a key (keys: ${keys.length})`, distinct, () => 'without its key');
  const fit = pairs.filter((pair) => unfitness(pair, time) === null);
  const [chosen] = fit;
  if (!chosen) throw unfit('no key can seal', pairs, (pair) => unfitness(pair, time) ?? '');
  if (fit.length > 1) throw unfit('more than one key can seal', fit, () => 'can seal');
  const chain = chainOf(
    chosen.certificate.raw,
    distinct.map(({ raw }) => raw),
    distinct.length,
  );
  return localKey(chosen.key, chosen.certificate.raw, chain.slice(1));
}

interface Pair {
  certificate: X509Certificate;
  key: KeyObject;
}

/** Why a key cannot seal; null if it can. */
function unfitness({ certificate, key }: Pair, time: Date): string | null {
  const type = key.asymmetricKeyType;
  if (type !== 'rsa' && type !== 'ec') return `its key is of type ${type}, not RSA or an elliptic curve`;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS;
  if (bits < MIN_RSA_BITS) return `its RSA key has ${bits} bits, and signatures need ${MIN_RSA_BITS}`;
  if (!isValidAt(certificate, time))
    return Date.parse(certificate.validFrom) > time.getTime() ? 'not yet valid' : 'expired';
  const usages = new ParsedCertificate(certificate.raw).getExtension(KeyUsagesExtension)?.usages;
  return usages === undefined || (usages & SIGNING) !== 0 ? null : 'not for signatures';
}

function unfit<Named extends X509Certificate | Pair>(
  problem: string,
  named: readonly Named[],
  why: (one: Named) => string,
): UnfitKeyError {
  const list = named.map(
    (one) => `${describeCertificate('certificate' in one ? one.certificate : one)}: ${why(one)}`,
  );
  const found = list.length === 0 ? 'no certificate' : list.join('; ');
  return new UnfitKeyError(`${problem} (${found}); ${RIGHT}`);
}

/** Names a certificate for the operator. */
export const describeCertificate = ({ subject, serialNumber, validFrom, validTo }: X509Certificate) =>
  `${subject.replaceAll('\n', ', ')}, serial ${serialNumber}, valid from ${day(validFrom)} to ${day(validTo)}`;

const day = (time: string) => new Date(time).toISOString().slice(0, 10);
