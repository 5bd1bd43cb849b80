import { randomBytes } from 'node:crypto';
import { Integer, Null, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { OID } from '../cms/object-identifiers.js';

export interface TimeStampRequest {
  /** As it is posted. */
  der: Buffer;
  /** What the answer must repeat: DER of an integer. */
  nonce: Integer;
}

/** Asks for a time stamp over content of this SHA-256 that holds its certificates (RFC 3161 §2.4.1), with 64 random bits. */
export function newTimeStampRequest(contentSha256: Buffer): TimeStampRequest {
  const random = randomBytes(8);
  // A leading zero bit keeps it positive, and a one behind it its length (ITU-T X.690 §8.3).
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
