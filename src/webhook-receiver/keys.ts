import {
  createHmac,
  createPublicKey,
  type KeyObject,
  timingSafeEqual,
  verify as verifyEd25519,
} from 'node:crypto';

/** The signed content: exact bytes, and the metadata of the Standard Webhooks headers. */
export interface SignedContent {
  body: Uint8Array;
  id: string;
  timestamp: string;
}

/** Checks made with an endpoint's secret or public key. */
export interface WebhookKey {
  /** Whether X-Service-Signature, in lowercase hexadecimal, is this key's signature of the body. */
  signedBody(hex: string, body: Uint8Array): boolean;
  /** Whether one of the signatures of the webhook-signature header is this key's. Compares all of them. */
  signedContent(signatures: readonly string[], content: SignedContent): boolean;
}

const SERVICE_PREFIX = 'sk_webhook_';
const SYMMETRIC_PREFIX = 'whsec_';
const PUBLIC_PREFIX = 'whpk_';
const ED25519_KEY_BYTES = 32;
/** The shortest secret that Standard Webhooks allows. */
const LEAST_SECRET_BYTES = 24;

/**
 * Reads a secret (`sk_webhook_…`, or `whsec_` and the base64 of its bytes) or a public key (`whpk_` and the base64 of
 * 32 bytes, Standard Webhooks 1.0.0).
 * @throws TypeError, whose message does not contain the secret
 */
export function readKey(secret: unknown): WebhookKey {
  if (typeof secret !== 'string' || secret === '')
    throw new TypeError('verify() got no secret: is its environment variable set?');
  if (secret.startsWith(SERVICE_PREFIX)) return new SharedSecret(Buffer.from(secret));
  if (secret.startsWith(SYMMETRIC_PREFIX)) {
    const bytes = Buffer.from(secret.slice(SYMMETRIC_PREFIX.length), 'base64');
    if (bytes.length >= LEAST_SECRET_BYTES) return new SharedSecret(bytes);
  }
  if (secret.startsWith(PUBLIC_PREFIX)) {
    const bytes = Buffer.from(secret.slice(PUBLIC_PREFIX.length), 'base64');
    if (bytes.length === ED25519_KEY_BYTES) return new PublicKey(bytes);
  }
  throw new TypeError(
    'verify() got an invalid secret: it must be the complete sk_webhook_… as shown, or whsec_… or whpk_… followed by base64',
  );
}

class SharedSecret implements WebhookKey {
  constructor(private readonly key: Uint8Array) {}

  signedBody(hex: string, body: Uint8Array): boolean {
    return isSame(Buffer.from(hex, 'hex'), this.hmac(body));
  }

  signedContent(signatures: readonly string[], { id, timestamp, body }: SignedContent): boolean {
    const expected = this.hmac(Buffer.from(`${id}.${timestamp}.`), body);
    return anyOf(signatures, 'v1', (given) => isSame(given, expected));
  }

  private hmac(...parts: Uint8Array[]): Buffer {
    const hmac = createHmac('sha256', this.key);
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  }
}

class PublicKey implements WebhookKey {
  private readonly key: KeyObject;

  constructor(bytes: Buffer) {
    const x = bytes.toString('base64url');
    this.key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  }

  /** The header without metadata is never signed with a key pair. */
  signedBody(): boolean {
    return false;
  }

  signedContent(signatures: readonly string[], { id, timestamp, body }: SignedContent): boolean {
    const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
    return anyOf(signatures, 'v1a', (given) => verifyEd25519(null, content, this.key, given));
  }
}

/** Tries all signatures of a version, so that timing does not reveal which one matched. */
function anyOf(signatures: readonly string[], version: string, matches: (given: Buffer) => boolean): boolean {
  const prefix = `${version},`;
  return signatures
    .filter((signature) => signature.startsWith(prefix))
    .map((signature) => matches(Buffer.from(signature.slice(prefix.length), 'base64')))
    .includes(true);
}

function isSame(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
