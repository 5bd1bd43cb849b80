import { type BaseBlock, Sequence } from 'asn1js';
import { type SignerInfo } from 'pkijs';
import { sha256 } from '../platform/crypto/tokens.js';
import { type TimeStampVerdict, verifyTimeStamp } from './verify-time-stamp.js';
import { OID } from './cms/object-identifiers.js';
import {
  digestOf,
  octetsOf,
  readSignedMessage,
  signatureHolds,
  signatureOf,
  signedValue,
} from './cms/signed-message.js';

/** What a CMS message says about content of a digest. Nothing here says who is trusted. */
export interface DetachedVerdict {
  /** The message is over this content. */
  digestMatches: boolean;
  /** The signature over the message's attributes holds with the signer's certificate, which the attributes name. */
  signatureHolds: boolean;
  /** DER of the signer's certificate; null where the message does not hold it. */
  certificate: Buffer | null;
  /** DER of every certificate in the message. */
  certificates: Buffer[];
  /** Its signature time stamp (RFC 3161, appendix A); null where it has none. */
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
 * Checks a detached CMS signature with SHA-256 over content of this digest (RFC 5652 §5.6). Zeros behind the message, which
 * fill its place in a PDF, are ignored, and anything else there is not. What cannot be read does not hold; nothing is thrown.
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

/** The time stamp over a signer's signature (RFC 3161, appendix A); null where it has none. */
export function timeStampOf(signer: SignerInfo): TimeStampVerdict | null {
  const attribute = signer.unsignedAttrs?.attributes.find(({ type }) => type === OID.timeStampToken);
  if (!attribute) return null;
  const [token] = attribute.values as BaseBlock[];
  const der = token instanceof Sequence ? Buffer.from(token.valueBeforeDecodeView) : Buffer.alloc(0);
  return verifyTimeStamp(der, sha256(signatureOf(signer)));
}
