import { createHmac } from 'node:crypto';

/** HMAC-SHA-256 keyed with the link's token. The token is not stored in clear, so a stolen database reveals no codes. */
export function codeHashOf(token: string, code: string): Buffer {
  return createHmac('sha256', token).update(`one-time-code:${code}`).digest();
}
