import 'reflect-metadata';
import { createHash, X509Certificate } from 'node:crypto';
import { ExtendedKeyUsageExtension, X509Certificate as ReadableCertificate } from '@peculiar/x509';
import { ObjectIdentifier } from 'asn1js';
import { TSTInfo } from 'pkijs';
import { OID } from './cms/object-identifiers.js';
import { ALL_DIGESTS } from './cms/signature-algorithms.js';
import {
  octetsOf,
  readSignedMessage,
  type SignedMessage,
  signedValue,
  verifiedAlgorithm,
} from './cms/signed-message.js';
import { certificateName, isValidAt } from './read-certificate.js';

/** Whether a time stamp is valid and not weak: good enough for this service's own signatures. */
export const isSound = ({ fault, isWeak }: TimeStampVerdict) => fault === null && !isWeak;

/** Why a time stamp is not valid. */
export type TimeStampFault =
  /** It cannot be parsed as a time stamp token with one signer. */
  | 'unreadable'
  /** It is for other content, or uses an unknown digest. */
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
  /** Made with SHA-1 or a short RSA key, which can be broken today. */
  isWeak: boolean;
  /** According to the authority's clock; null if unreadable. */
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
  isWeak: false,
  time: null,
  authority: null,
  certificate: null,
  certificates: [],
};

/** A digest of the stamped content by its `node:crypto` name; null if unknown. */
export type ContentDigest = (algorithm: string) => Buffer | null;

/**
 * Checks a time stamp token for this content (RFC 3161 §2.4.2), given by its digests or by its SHA-256 alone. Zeros after
 * the token, which pad it in a PDF, are ignored; anything else there is an error. Never throws.
 */
export function verifyTimeStamp(token: Buffer, content: ContentDigest | Buffer): TimeStampVerdict {
  try {
    const message = readSignedMessage(token);
    const { info, bytes } = readTimeStampInfo(message);
    const { certificate, certificates } = message;
    const digest: ContentDigest = Buffer.isBuffer(content)
      ? (algorithm) => (algorithm === 'sha256' ? content : null)
      : content;
    return {
      ...judge(message, info, bytes, digest),
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

function judge(
  { signer, certificate }: SignedMessage,
  { messageImprint, genTime }: TSTInfo,
  bytes: Buffer,
  digestOf: ContentDigest,
): Pick<TimeStampVerdict, 'fault' | 'isWeak'> {
  const faulty = (fault: TimeStampFault) => ({ fault, isWeak: false });
  const imprinted = ALL_DIGESTS[messageImprint.hashAlgorithm.algorithmId];
  const content = imprinted === undefined ? null : digestOf(imprinted);
  if (!content || !octetsOf(messageImprint.hashedMessage)?.equals(content)) return faulty('other_imprint');
  const algorithm = certificate && verifiedAlgorithm(signer, certificate);
  const type = signedValue(signer, OID.contentType);
  const isSigned =
    algorithm &&
    type instanceof ObjectIdentifier &&
    type.getValue() === OID.timeStampInfo &&
    octetsOf(signedValue(signer, OID.messageDigest))?.equals(
      createHash(algorithm.digest).update(bytes).digest(),
    );
  if (!isSigned) return faulty('bad_signature');
  if (!isForTimeStamping(certificate)) return faulty('key_usage');
  if (!isValidAt(new X509Certificate(certificate), genTime)) return faulty('certificate_not_valid');
  return { fault: null, isWeak: algorithm.isWeak || imprinted === 'sha1' };
}

/** Time stamping must be the only extended usage, and critical (RFC 3161 §2.3). */
function isForTimeStamping(certificate: Buffer): boolean {
  const usage = new ReadableCertificate(certificate).getExtension(ExtendedKeyUsageExtension);
  const [only, ...others] = usage?.usages ?? [];
  return usage?.critical === true && only === OID.timeStamping && others.length === 0;
}
