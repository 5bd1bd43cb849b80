import { createHash, X509Certificate } from 'node:crypto';
import {
  type BaseBlock,
  fromBER,
  ObjectIdentifier,
  Primitive,
  OctetString,
  Sequence,
  UTCTime,
  GeneralizedTime,
} from 'asn1js';
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs';
import { type TimeStampVerdict } from '../timestamps/verify-time-stamp.js';
import { OID } from './object-identifiers.js';
import {
  type CheckedAlgorithm,
  checkedAlgorithm,
  DIGESTS,
  holdsOver,
  isWeak,
} from './signature-algorithms.js';
import { timeStampOf } from './verify-detached.js';

/** Attributes that only other makers use (RFC 5652 §11.3, RFC 5035 §3), and an extension (RFC 5280 §4.2.1.2). */
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';

/** Why nothing can be said about a signature. */
export type Uncheckable = 'unreadable' | 'algorithm' | 'certificate_missing' | 'content_inside';

/** What one signer's part of a CMS message says about the content. Nothing here says who is trusted. */
export type SignerVerdict =
  | { checked: false; because: Uncheckable; certificate: Buffer | null }
  | {
      checked: true;
      /** Made by what can be broken today: SHA-1, or a short RSA key. */
      isWeak: boolean;
      /** The message is over this content. */
      digestMatches: boolean;
      /** The signature holds with the certificate, and its attributes name no other. */
      signatureHolds: boolean;
      /** The attributes name the certificate (RFC 5035), as PAdES asks and older signatures do not. */
      namesCertificate: boolean;
      /** DER. */
      certificate: Buffer;
      /** What the signer's own clock said (RFC 5652 §11.3). */
      signingTime: Date | null;
      /** What somebody else's clock said; null where nobody was asked. */
      timeStamp: TimeStampVerdict | null;
    };

export interface ExaminedMessage {
  signers: SignerVerdict[];
  /** DER of every certificate in the message. */
  certificates: Buffer[];
}

const UNREADABLE: ExaminedMessage = {
  signers: [{ checked: false, because: 'unreadable', certificate: null }],
  certificates: [],
};

/**
 * Reads a detached CMS signature of any maker over this content (RFC 5652 §5). Zeros behind the message, which fill its
 * place in a PDF, are ignored, and anything else there is not. Nothing is thrown: what cannot be checked is said to be so.
 */
export function examineMessage(message: Buffer, content: Buffer): ExaminedMessage {
  try {
    const { offset } = fromBER(new Uint8Array(message).buffer);
    if (offset < 0 || message.subarray(offset).some((byte) => byte !== 0)) return UNREADABLE;
    const info = ContentInfo.fromBER(message.subarray(0, offset));
    if (info.contentType !== OID.signedData) return UNREADABLE;
    const data = new SignedData({ schema: info.content });
    const certificates = (data.certificates ?? [])
      .filter((item) => item instanceof Certificate)
      // As it stands there: what reads and writes it again may not give its bytes back.
      .map((item) => Buffer.from(item.toSchema(false).toBER()));
    if (data.signerInfos.length === 0) return UNREADABLE;
    // What such a message signs is what is in it, and not the document.
    const isDetached = data.encapContentInfo.eContent === undefined;
    const signers = data.signerInfos.map((signer) =>
      isDetached ? examineSigner(signer, certificates, content) : uncheckable('content_inside'),
    );
    return { signers, certificates };
  } catch {
    return UNREADABLE;
  }
}

function examineSigner(signer: SignerInfo, certificates: Buffer[], content: Buffer): SignerVerdict {
  const certificate = certificates.find((der) => isOf(signer, der));
  if (!certificate) return uncheckable('certificate_missing');
  const algorithm = checkedAlgorithm(signer);
  if (!algorithm) return uncheckable('algorithm', certificate);
  const names = namedCertificate(signer, certificate);
  const isHolding = names !== 'another' && holds(signer, algorithm, certificate, content);
  return {
    checked: true,
    isWeak: isWeak(algorithm, new X509Certificate(certificate).publicKey),
    // Without attributes the signature is over the content itself (RFC 5652 §5.4).
    digestMatches: signer.signedAttrs ? digestMatches(signer, algorithm, content) : isHolding,
    signatureHolds: isHolding,
    namesCertificate: names === 'this',
    certificate,
    signingTime: timeOf(attributeValue(signer, SIGNING_TIME)),
    timeStamp: timeStampOf(signer),
  };
}

const uncheckable = (because: Uncheckable, certificate: Buffer | null = null): SignerVerdict => ({
  checked: false,
  because,
  certificate,
});

/** What the attributes say of the content (RFC 5652 §11.1 and §11.2). */
function digestMatches(signer: SignerInfo, { digest }: CheckedAlgorithm, content: Buffer): boolean {
  const type = attributeValue(signer, OID.contentType);
  if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== OID.data) return false;
  const stated = octets(attributeValue(signer, OID.messageDigest));
  return stated?.equals(createHash(digest).update(content).digest()) ?? false;
}

function holds(signer: SignerInfo, algorithm: CheckedAlgorithm, der: Buffer, content: Buffer): boolean {
  const signed = signer.signedAttrs ? Buffer.from(signer.signedAttrs.encodedValue) : content;
  const signature = Buffer.from(signer.signature.valueBlock.valueHexView);
  return holdsOver(signed, signature, algorithm, new X509Certificate(der).publicKey);
}

/** The signer's certificate is named by issuer and number, or by the identifier of its key (RFC 5652 §5.3). */
function isOf({ sid }: SignerInfo, der: Buffer): boolean {
  const { issuer, serialNumber, extensions } = Certificate.fromBER(der);
  if (sid instanceof IssuerAndSerialNumber)
    return sid.issuer.isEqual(issuer) && sid.serialNumber.isEqual(serialNumber);
  const identifier = extensions?.find(({ extnID }) => extnID === SUBJECT_KEY_IDENTIFIER)
    ?.parsedValue as unknown;
  const wanted = sid instanceof Primitive ? Buffer.from(sid.valueBlock.valueHexView) : null;
  return identifier instanceof OctetString && wanted !== null && octets(identifier)!.equals(wanted);
}

/** The first certificate that signing-certificate names by its hash (RFC 5035 §3 and §4), which none may take the place of. */
function namedCertificate(signer: SignerInfo, certificate: Buffer): 'this' | 'another' | 'none' {
  const second = attributeValue(signer, OID.signingCertificateV2);
  const first = attributeValue(signer, SIGNING_CERTIFICATE);
  if (!second && !first) return 'none';
  const identifiers = members(members(second ?? first)[0]);
  const parts = members(identifiers[0]);
  const hash = octets(parts.find((part) => part instanceof OctetString));
  const [named] = members(parts[0]);
  const algorithm = named instanceof ObjectIdentifier ? DIGESTS[named.valueBlock.toString()] : 'sha256';
  const digest = second ? algorithm : 'sha1';
  if (!hash || !digest) return 'another';
  return hash.equals(createHash(digest).update(certificate).digest()) ? 'this' : 'another';
}

/** The one value of an attribute; where it stands twice nobody can say which counts (RFC 5652 §11). */
function attributeValue({ signedAttrs }: SignerInfo, type: string): BaseBlock | undefined {
  const found = (signedAttrs?.attributes ?? []).filter((attribute) => attribute.type === type);
  const values = found.flatMap((attribute) => attribute.values as BaseBlock[]);
  return values.length === 1 ? values[0] : undefined;
}

const members = (value: BaseBlock | undefined): BaseBlock[] =>
  value instanceof Sequence ? value.valueBlock.value : [];

const octets = (value: BaseBlock | undefined): Buffer | null =>
  value instanceof OctetString ? Buffer.from(value.valueBlock.valueHexView) : null;

const timeOf = (value: BaseBlock | undefined): Date | null =>
  value instanceof UTCTime || value instanceof GeneralizedTime ? value.toDate() : null;
