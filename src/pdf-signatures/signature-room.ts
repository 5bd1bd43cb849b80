import { type SealingKey } from './sealing-key.port.js';

/** Room for a time stamp token: with a chain of four RSA certificates of 4,096 bits it takes about 9 KB. */
export const TOKEN_BYTES = 16_384;
/** Room for a message with a chain of three RSA certificates, which takes about 6 KB. */
export const MESSAGE_BYTES = 12_288;
/**
 * Attributes, signature and framing, apart from certificates and the issuer's name, which the message contains twice.
 */
const OTHER_BYTES = 4_096;

/** The most bytes that a message of this key can take. */
export function signatureRoom({ certificate, chain }: SealingKey, isTimeStamped: boolean): number {
  const certificates = [certificate, ...chain].reduce((bytes, { length }) => bytes + length, 0);
  const message = Math.max(MESSAGE_BYTES, certificates + 2 * certificate.length + OTHER_BYTES);
  return message + (isTimeStamped ? TOKEN_BYTES : 0);
}
