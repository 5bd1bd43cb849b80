import 'reflect-metadata';
import { createHash, X509Certificate } from 'node:crypto';
import { ExtendedKeyUsageExtension, X509Certificate as ReadableCertificate } from '@peculiar/x509';
import { ObjectIdentifier } from 'asn1js';
import { TSTInfo } from 'pkijs';
import { isValidAt, certificateName } from './read-certificate.js';
import { OID } from './cms/object-identifiers.js';
import {
  digestOf,
  octetsOf,
  readSignedMessage,
  signatureHolds,
  type SignedMessage,
  signedValue,
} from './cms/signed-message.js';

/** Why a time stamp is not valid. */
export type TimeStampFault =
  /** It cannot be parsed as a time stamp token with one signer. */
  | 'unreadable'
  /** It is for other content, or uses a digest other than SHA-256. */
  | 'other_imprint'
  /** Its signature does not verify, or it lacks its certificate or the reference to it. */
  | 'bad_signature'
  /** The certificate is not limited to time stamping by a critical extension (RFC 3161 §2.3). */
  | 'key_usage'
  /** The time is outside the certificate's validity. */
  | 'certificate_not_valid';

/** The result of checking a time stamp token. It says nothing about trust. */
export interface TimeStampVerdict {
  /** Null if it is valid. */
  fault: TimeStampFault | null;
  /** By the authority's clock; null if unreadable. */
  time: Date | null;
  /** Common name of the authority's certificate. */
  authority: string | null;
  /** DER of the authority's certificate. */
  certificate: Buffer | null;
  /** DER of every certificate in the token. */
  certificates: Buffer[];
}

const UNREADABLE: TimeStampVerdict = {
  fault: 'unreadable',
  time: null,
  authority: null,
  certificate: null,
  certificates: [],
};

/**
 * Checks a time stamp token for content with this SHA-256 (RFC 3161 §2.4.2). Zeros after it, which pad it in a PDF, are
 * ignored; anything else there is an error. Never throws.
 */
export function verifyTimeStamp(token: Buffer, contentSha256: Buffer): TimeStampVerdict {
  try {
    const message = readSignedMessage(token);
    const { info, bytes } = readTimeStampInfo(message);
    const { certificate, certificates } = message;
    return {
      fault: faultOf(message, info, bytes, contentSha256),
      time: info.genTime,
      authority: certificate && certificateName(certificate),
      certificate,
      certificates,
    };
  } catch {
    return UNREADABLE;
  }
}

/** The signed information of a token, and its bytes. @throws Error if there is none */
export function readTimeStampInfo({ data: { encapContentInfo } }: SignedMessage): {
  info: TSTInfo;
  bytes: Buffer;
} {
  const bytes = octetsOf(encapContentInfo.eContent);
  if (encapContentInfo.eContentType !== OID.timeStampInfo || !bytes)
    throw new Error('The message is not a time stamp token');
  const info = TSTInfo.fromBER(bytes);
  if (info.version !== 1) throw new Error(`The time stamp has version ${info.version}, but only 1 is known`);
  return { info, bytes };
}

function faultOf(
  { signer, certificate }: SignedMessage,
  { messageImprint, genTime }: TSTInfo,
  bytes: Buffer,
  contentSha256: Buffer,
): TimeStampFault | null {
  const imprint = octetsOf(messageImprint.hashedMessage);
  const isOver = messageImprint.hashAlgorithm.algorithmId === OID.sha256 && imprint?.equals(contentSha256);
  if (!isOver) return 'other_imprint';
  const type = signedValue(signer, OID.contentType);
  const digest = digestOf(signer);
  const isSigned =
    digest !== undefined &&
    type instanceof ObjectIdentifier &&
    type.getValue() === OID.timeStampInfo &&
    octetsOf(signedValue(signer, OID.messageDigest))?.equals(createHash(digest).update(bytes).digest());
  if (!isSigned || !certificate || !signatureHolds(signer, certificate)) return 'bad_signature';
  if (!isForTimeStamping(certificate)) return 'key_usage';
  return isValidAt(new X509Certificate(certificate), genTime) ? null : 'certificate_not_valid';
}

/** Time stamping must be the only extended usage, and critical (RFC 3161 §2.3). */
function isForTimeStamping(certificate: Buffer): boolean {
  const usage = new ReadableCertificate(certificate).getExtension(ExtendedKeyUsageExtension);
  const [only, ...others] = usage?.usages ?? [];
  return usage?.critical === true && only === OID.timeStamping && others.length === 0;
}
