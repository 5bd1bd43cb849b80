import { type WebhookEvent } from './events.js';
import { readKey, type WebhookKey } from './keys.js';

export type * from './events.js';

/** The bytes of the request's body as they arrived. */
export type RawBody = Uint8Array | string;

/** As Node.js, Express and Fastify provide them, or the `Headers` of the Fetch API. */
export type WebhookHeaders =
  Readonly<Record<string, string | readonly string[] | undefined>> | { get(name: string): string | null };

export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from the receiver's clock; five minutes by default. */
  toleranceSeconds?: number;
  /** The receiver's clock. */
  now?: Date;
  /**
   * Refuses requests without the Standard Webhooks headers. X-Service-Signature does not cover the time, so anyone
   * who recorded such a request could send it again.
   */
  requireTimestamp?: boolean;
}

export type WebhookProblem =
  | 'no_signature'
  | 'malformed_signature'
  | 'malformed_timestamp'
  | 'no_match'
  | 'too_old'
  | 'too_new'
  | 'not_an_event';

/** The request is not to be trusted; answer with 401 (or 400), so that the delivery is retried. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly code: WebhookProblem,
    message: string,
  ) {
    super(message);
  }
}

export const SERVICE_SIGNATURE = 'x-service-signature';
export const STANDARD_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
export const TOLERANCE_SECONDS = 300;

const HEX_SHA256 = /^[0-9a-f]{64}$/;
const UNIX_SECONDS = /^[1-9]\d{0,11}$/;
/** More than two secrets and two key pairs need; limits the cost of a stranger's request. */
const MOST_SIGNATURES = 10;
const LIST = /[ ]+/;

/**
 * Checks that a webhook was sent by the service, and recently. If the Standard Webhooks headers (`webhook-id`,
 * `webhook-timestamp`, `webhook-signature`) are present, one of their signatures must match (`v1`, or `v1a` for a
 * public key); otherwise X-Service-Signature must. Takes the same time whichever secret or signature is right.
 * @param rawBody - exactly the bytes that arrived, not a parsed body
 * @param secrets - the endpoint's secret, or both during a rotation; public keys (`whpk_…`) as well
 * @returns the event
 * @throws WebhookVerificationError if the request is not to be trusted; TypeError if the receiver is misconfigured
 */
export function verify(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  const body = bytesOf(rawBody);
  const keys = keysOf(secrets);
  if (STANDARD_HEADERS.some((name) => headerOf(headers, name) !== undefined))
    verifyStandard(body, headers, keys, options);
  else verifyService(body, headers, keys, options);
  return eventIn(body);
}

function verifyStandard(
  body: Uint8Array,
  headers: WebhookHeaders,
  keys: readonly WebhookKey[],
  { now = new Date(), toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions,
): void {
  const [id, timestamp, listed] = STANDARD_HEADERS.map((name) => required(headers, name)) as [
    string,
    string,
    string,
  ];
  if (!UNIX_SECONDS.test(timestamp))
    throw new WebhookVerificationError(
      'malformed_timestamp',
      'webhook-timestamp must be a time in Unix seconds',
    );
  const signatures = listed.split(LIST).filter((signature) => /^v1a?,/.test(signature));
  if (signatures.length === 0 || signatures.length > MOST_SIGNATURES)
    throw new WebhookVerificationError(
      'malformed_signature',
      `webhook-signature has ${signatures.length} signatures of the forms v1,… and v1a,…, but must have 1 to ${MOST_SIGNATURES}`,
    );
  const content = { id, timestamp, body };
  if (!keys.map((key) => key.signedContent(signatures, content)).includes(true))
    throw noMatch('webhook-signature');
  const age = now.getTime() / 1_000 - Number(timestamp);
  // Not `>`, which is false for an invalid date.
  if (Math.abs(age) <= toleranceSeconds) return;
  const [code, side] = age < 0 ? (['too_new', 'ahead of'] as const) : (['too_old', 'behind'] as const);
  throw new WebhookVerificationError(
    code,
    `webhook-timestamp is ${Math.round(Math.abs(age))} seconds ${side} this receiver's clock; ${toleranceSeconds} are allowed`,
  );
}

function verifyService(
  body: Uint8Array,
  headers: WebhookHeaders,
  keys: readonly WebhookKey[],
  { requireTimestamp = false }: VerifyOptions,
): void {
  if (requireTimestamp) required(headers, 'webhook-signature');
  const signature = required(headers, SERVICE_SIGNATURE);
  if (!HEX_SHA256.test(signature))
    throw new WebhookVerificationError(
      'malformed_signature',
      'X-Service-Signature must be 64 lowercase hexadecimal digits',
    );
  if (!keys.map((key) => key.signedBody(signature, body)).includes(true))
    throw noMatch('X-Service-Signature');
}

function noMatch(header: string): WebhookVerificationError {
  const causes = 'either the secret is wrong, or the body is not exactly the bytes that arrived';
  return new WebhookVerificationError('no_match', `${header} matches none of the secrets: ${causes}`);
}

/** The header's only value. */
function required(headers: WebhookHeaders, name: string): string {
  const found = headerOf(headers, name);
  if (found === undefined || found === '')
    throw new WebhookVerificationError('no_signature', `the request has no ${name} header`);
  if (typeof found !== 'string')
    throw new WebhookVerificationError('malformed_signature', `the request has several ${name} headers`);
  return found;
}

/** Finds a header whatever the case of its name. */
function headerOf(headers: WebhookHeaders, name: string): string | readonly string[] | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
  if (key === undefined) return undefined;
  const found = (headers as Record<string, string | readonly string[] | undefined>)[key];
  return typeof found === 'object' && found.length === 1 ? found[0] : found;
}

function bytesOf(rawBody: unknown): Uint8Array {
  if (rawBody instanceof Uint8Array) return rawBody;
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  const given = rawBody === null ? 'null' : typeof rawBody;
  throw new TypeError(
    `verify() needs the body's raw bytes (Buffer, Uint8Array or string), but got ${given}. A parsed body cannot be ` +
      "verified: in Express use express.raw({ type: 'application/json' }) for this route, in Fastify a content type parser " +
      "with parseAs: 'buffer'.",
  );
}

function keysOf(secrets: string | readonly string[]): WebhookKey[] {
  const all = [secrets].flat();
  // Also refuses undefined, which would otherwise be an empty list.
  return (all.length === 0 ? [undefined] : all).map(readKey);
}

function eventIn(body: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(Buffer.from(body).toString()) as Partial<WebhookEvent> | null;
    if (typeof event?.event === 'string' && typeof event.webhookId === 'string') return event as WebhookEvent;
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError(
    'not_an_event',
    'the signature is valid, but the body is not an event: a JSON object with webhookId and event',
  );
}
