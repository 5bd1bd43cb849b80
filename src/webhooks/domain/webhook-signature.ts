import { createHmac } from 'node:crypto';

/** X-Service-Signature: HMAC-SHA256 of the raw body in lowercase hex, keyed with the whole secret, prefix included. */
export function signBody(body: Buffer, secret: string): string {
  return createHmac('sha256', Buffer.from(secret)).update(body).digest('hex');
}
