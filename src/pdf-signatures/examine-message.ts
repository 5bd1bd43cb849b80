import { createHash, X509Certificate } from 'node:crypto';
import { type BaseBlock, GeneralizedTime, ObjectIdentifier, UTCTime } from 'asn1js';
import { type SignerInfo } from 'pkijs';
import { OID } from './cms/object-identifiers.js';
import { type CheckedAlgorithm, checkedAlgorithm, holdsOver, isWeak } from './cms/signature-algorithms.js';
import {
  certificateOf,
  namedCertificate,
  octetsOf,
  readMessage,
  signatureOf,
  signedValue,
} from './cms/signed-message.js';
import { timeStampOf } from './verify-detached.js';
import { type TimeStampVerdict } from './verify-time-stamp.js';

/** An attribute found only in signatures by other software (RFC 5652 §11.3). */
const SIGNING_TIME = '1.2.840.113549.1.9.5';

/** Why a signature cannot be checked. */
export type Uncheckable = 'unreadable' | 'algorithm' | 'certificate_missing' | 'content_inside';

/** The result of checking one signer's part of a CMS message. It says nothing about trust. */
export type SignerVerdict =
  | { checked: false; because: Uncheckable; certificate: Buffer | null }
  | {
      checked: true;
      /** Made with SHA-1 or a short RSA key, which can be broken today. */
      isWeak: boolean;
      /** The message is about this content. */
      digestMatches: boolean;
      /** The signature verifies with the certificate, and its attributes refer to no other. */
      signatureHolds: boolean;
      /** The attributes refer to the certificate (RFC 5035), as PAdES requires; older signatures lack this. */
      namesCertificate: boolean;
      /** DER. */
      certificate: Buffer;
      /** According to the signer's own clock (RFC 5652 §11.3). */
      signingTime: Date | null;
      /** By a third party; null if there is none. */
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
 * Checks a detached CMS signature by any software over this content (RFC 5652 §5). Zeros after the message, which pad
 * it in a PDF, are ignored; anything else there is an error. Never throws: an uncheckable signature is reported as
 * such.
 */
export function examineMessage(message: Buffer, content: Buffer): ExaminedMessage {
  try {
    const { data, certificates } = readMessage(message);
    if (data.signerInfos.length === 0) return UNREADABLE;
    // A message with its own content signs that content, not the document.
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
  const certificate = certificateOf(signer, certificates);
  if (!certificate) return uncheckable('certificate_missing');
  const algorithm = checkedAlgorithm(signer);
  if (!algorithm) return uncheckable('algorithm', certificate);
  const names = namedCertificate(signer, certificate);
  const isHolding = names !== 'another' && holds(signer, algorithm, certificate, content);
  return {
    checked: true,
    isWeak: isWeak(algorithm, new X509Certificate(certificate).publicKey),
    // Without attributes the content itself is signed (RFC 5652 §5.4).
    digestMatches: signer.signedAttrs ? digestMatches(signer, algorithm, content) : isHolding,
    signatureHolds: isHolding,
    namesCertificate: names === 'this',
    certificate,
    signingTime: timeOf(signedValue(signer, SIGNING_TIME)),
    timeStamp: timeStampOf(signer),
  };
}

const uncheckable = (because: Uncheckable, certificate: Buffer | null = null): SignerVerdict => ({
  checked: false,
  because,
  certificate,
});

/** Whether the attributes match the content (RFC 5652 §11.1 and §11.2). */
function digestMatches(signer: SignerInfo, { digest }: CheckedAlgorithm, content: Buffer): boolean {
  const type = signedValue(signer, OID.contentType);
  if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== OID.data) return false;
  const stated = octetsOf(signedValue(signer, OID.messageDigest));
  return stated?.equals(createHash(digest).update(content).digest()) ?? false;
}

function holds(signer: SignerInfo, algorithm: CheckedAlgorithm, der: Buffer, content: Buffer): boolean {
  const signed = signer.signedAttrs ? Buffer.from(signer.signedAttrs.encodedValue) : content;
  return holdsOver(signed, signatureOf(signer), algorithm, new X509Certificate(der).publicKey);
}

const timeOf = (value: BaseBlock | undefined): Date | null =>
  value instanceof UTCTime || value instanceof GeneralizedTime ? value.toDate() : null;
