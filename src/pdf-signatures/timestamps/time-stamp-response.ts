import { fromBER, type Integer, Sequence } from 'asn1js';
import { type PKIStatusInfo, TimeStampResp } from 'pkijs';
import { readSignedMessage } from '../cms/signed-message.js';
import { TimestampError } from '../timestamp-error.js';
import { readTimeStampInfo, type TimeStampFault, verifyTimeStamp } from '../verify-time-stamp.js';

/** PKIStatus `granted` and `grantedWithMods` (RFC 3161 §2.4.2). */
const GRANTED = [0, 1];

/** A verified time stamp. */
export interface TimeStamp {
  /** DER of the token. */
  token: Buffer;
  /** According to the authority's clock. */
  time: Date;
  /** DER of the authority's certificate. */
  certificate: Buffer;
  /** DER of every certificate in the token. */
  certificates: Buffer[];
}

const FAULTS: Readonly<Record<TimeStampFault, string>> = {
  unreadable: 'the answer contains no readable time stamp',
  other_imprint: 'the time stamp is for other content',
  bad_signature: 'the signature of the time stamp is not valid',
  key_usage: "the authority's certificate is not limited to time stamping",
  certificate_not_valid: "the time is outside the validity of the authority's certificate",
};

/**
 * Reads and verifies the time stamp in an authority's answer for content with this SHA-256 (RFC 3161 §2.4.2).
 * @throws TimestampError describing the problem
 */
export function readTimeStampResponse(der: Buffer, contentSha256: Buffer, nonce: Integer): TimeStamp {
  const { status, token } = readResponse(der);
  if (!GRANTED.includes(status.status)) throw new TimestampError('rejected', rejectionOf(status));
  if (!token) throw new TimestampError('unreadable', FAULTS.unreadable);
  const { fault, isWeak, time, certificate, certificates } = verifyTimeStamp(token, contentSha256);
  if (fault) throw new TimestampError(fault, FAULTS[fault]);
  if (isWeak) throw new TimestampError('bad_signature', FAULTS.bad_signature);
  if (!readTimeStampInfo(readSignedMessage(token)).info.nonce?.isEqual(nonce))
    throw new TimestampError('other_nonce', 'the time stamp belongs to another request');
  return { token, time: time!, certificate: certificate!, certificates };
}

function readResponse(der: Buffer): { status: PKIStatusInfo; token: Buffer | undefined } {
  try {
    const { offset, result } = fromBER(new Uint8Array(der).buffer);
    if (offset !== der.length) throw new Error('not one value');
    const { status } = new TimeStampResp({ schema: result });
    const token = result instanceof Sequence ? result.valueBlock.value[1] : undefined;
    // DER has no indefinite length (ITU-T X.690 §10.1).
    if (token?.lenBlock.isIndefiniteForm) throw new Error('not DER');
    return { status, token: token && Buffer.from(token.valueBeforeDecodeView) };
  } catch {
    throw new TimestampError('unreadable', FAULTS.unreadable);
  }
}

function rejectionOf({ status, failInfo }: PKIStatusInfo): string {
  const bits = failInfo
    ? `, failure bits ${Buffer.from(failInfo.valueBlock.valueHexView).toString('hex')}`
    : '';
  return `the authority rejected the request (status ${status}${bits})`;
}
