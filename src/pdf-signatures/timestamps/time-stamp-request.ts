import { randomBytes } from 'node:crypto';
import { Integer, Null, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { OID } from '../cms/object-identifiers.js';

export interface TimeStampRequest {
  /** The request's body. */
  der: Buffer;
  /** The answer must repeat it. */
  nonce: Integer;
}

/** Requests a time stamp with certificates for content with this SHA-256 (RFC 3161 §2.4.1), with a 64-bit random nonce. */
export function newTimeStampRequest(contentSha256: Buffer): TimeStampRequest {
  const random = randomBytes(8);
  // The leading byte keeps the number positive and its length fixed (ITU-T X.690 §8.3).
  const nonce = new Integer({ valueHex: new Uint8Array([0x01, ...random]).buffer });
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(contentSha256).buffer }),
    }),
    nonce,
    certReq: true,
  });
  return { der: Buffer.from(request.toSchema().toBER()), nonce };
}
