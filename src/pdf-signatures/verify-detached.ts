import { createHash } from 'node:crypto';
import { type BaseBlock, Sequence } from 'asn1js';
import { type SignerInfo } from 'pkijs';
import { OID } from './cms/object-identifiers.js';
import {
  digestOf,
  octetsOf,
  readSignedMessage,
  signatureHolds,
  signatureOf,
  signedValue,
} from './cms/signed-message.js';
import { type TimeStampVerdict, verifyTimeStamp } from './verify-time-stamp.js';

/** The result of checking a CMS message. It says nothing about trust. */
export interface DetachedVerdict {
  /** The message is about this content. */
  digestMatches: boolean;
  /** The signature verifies with the signer's certificate, to which the signed attributes refer. */
  signatureHolds: boolean;
  /** DER of the signer's certificate; null if the message does not contain it. */
  certificate: Buffer | null;
  /** DER of every certificate in the message. */
  certificates: Buffer[];
  /** Its signature time stamp (RFC 3161, appendix A); null if it has none. */
  timeStamp: TimeStampVerdict | null;
}

const UNREADABLE: DetachedVerdict = {
  digestMatches: false,
  signatureHolds: false,
  certificate: null,
  certificates: [],
  timeStamp: null,
};

/**
 * Checks a detached CMS signature for content with this SHA-256 (RFC 5652 §5.6). Zeros after the message, which pad it in a
 * PDF, are ignored; anything else there is an error. Never throws: an unreadable message is not valid.
 */
export function verifyDetached(message: Buffer, contentSha256: Buffer): DetachedVerdict {
  try {
    const { signer, certificate, certificates } = readSignedMessage(message);
    return {
      digestMatches:
        digestOf(signer) === 'sha256' &&
        (octetsOf(signedValue(signer, OID.messageDigest))?.equals(contentSha256) ?? false),
      signatureHolds: certificate !== null && signatureHolds(signer, certificate),
      certificate,
      certificates,
      timeStamp: timeStampOf(signer),
    };
  } catch {
    return UNREADABLE;
  }
}

/** The time stamp of a signer's signature (RFC 3161, appendix A); null if it has none. */
export function timeStampOf(signer: SignerInfo): TimeStampVerdict | null {
  const attribute = signer.unsignedAttrs?.attributes.find(({ type }) => type === OID.timeStampToken);
  if (!attribute) return null;
  const [token] = attribute.values as BaseBlock[];
  const der = token instanceof Sequence ? Buffer.from(token.valueBeforeDecodeView) : Buffer.alloc(0);
  const signature = signatureOf(signer);
  return verifyTimeStamp(der, (algorithm) => createHash(algorithm).update(signature).digest());
}
