import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const SECRET_KEY_PREFIX = 'whsk_';
const PUBLIC_KEY_PREFIX = 'whpk_';
const KEY_BYTES = 32;

/** X-Service-Signature: HMAC-SHA256 of the raw body in lowercase hex, keyed with the whole secret, prefix included. */
export function signBody(body: Buffer, secret: string): string {
  return createHmac('sha256', Buffer.from(secret)).update(body).digest('hex');
}

/** The content that Standard Webhooks (1.0.0) signs. */
interface StandardMessage {
  id: string;
  /** Unix seconds of the attempt. */
  timestamp: number;
  body: Buffer;
}

/** `v1`: HMAC-SHA256, keyed like X-Service-Signature with the bytes of the whole secret. */
export function signV1(message: StandardMessage, secret: string): string {
  return `v1,${createHmac('sha256', Buffer.from(secret)).update(signedContent(message)).digest('base64')}`;
}

/** `v1a`: Ed25519. */
export function signV1a(message: StandardMessage, key: KeyObject): string {
  return `v1a,${sign(null, signedContent(message), key).toString('base64')}`;
}

/** A secret in the form that Standard Webhooks libraries read. */
export const standardSecret = (secret: string) => `whsec_${Buffer.from(secret).toString('base64')}`;

/** A new Ed25519 key pair in the forms of Standard Webhooks: `whsk_` with seed and public key, and `whpk_`. */
export function newKeyPair(): { secretKey: string; publicKey: string } {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [seed, point] = [Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')];
  return {
    secretKey: SECRET_KEY_PREFIX + Buffer.concat([seed, point]).toString('base64'),
    publicKey: PUBLIC_KEY_PREFIX + point.toString('base64'),
  };
}

/** Reads the key of a `whsk_…`. @throws Error if the text is not one */
export function readSecretKey(secretKey: string): KeyObject {
  const bytes = Buffer.from(secretKey.slice(SECRET_KEY_PREFIX.length), 'base64');
  const [d, x] = [bytes.subarray(0, KEY_BYTES), bytes.subarray(KEY_BYTES)].map((part) =>
    part.toString('base64url'),
  );
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
}

const signedContent = ({ id, timestamp, body }: StandardMessage) =>
  Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
