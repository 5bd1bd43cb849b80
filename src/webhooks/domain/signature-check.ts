import { readKey, type WebhookKey } from '../../webhook-receiver/keys.js';
import { SERVICE_SIGNATURE, STANDARD_HEADERS, TOLERANCE_SECONDS } from '../../webhook-receiver/verify.js';

/** A request copied from a receiver's log. */
export interface PastedRequest {
  /** One `Name: value` per line. */
  headers: string;
  body: string;
}

export interface KnownSecret {
  /**
   * `previous` signed until a rotation, and `next` will sign after it. The public key is not secret, but checks in
   * the same way.
   */
  which: 'current' | 'previous' | 'next' | 'public_key';
  secret: string;
}

/** The form of the body that matches a signature. */
export type BodyForm =
  | 'as_pasted'
  /** Without surrounding white space, which pasting adds. */
  | 'trimmed'
  /** As compact JSON: the pasted body had been parsed and written again. */
  | 'compact'
  /** As the service recorded it: the pasted body differs. */
  | 'recorded';

/** One thing that is right or wrong with a pasted request. */
export type SignatureFinding =
  | { what: 'no_signature' }
  | { what: 'header_missing' | 'header_twice'; header: string }
  | { what: 'malformed'; header: string }
  | { what: 'right'; header: string; which: KnownSecret['which']; form: BodyForm }
  | { what: 'no_match'; header: string }
  | { what: 'wrong_time'; minutes: number; isAhead: boolean }
  | { what: 'body_differs'; byte: number }
  | { what: 'not_json' };

const HEX_SHA256 = /^[0-9a-f]{64}$/;
/** A SHA-256 of 32 bytes or an Ed25519 signature of 64, in Base64 (Standard Webhooks). */
const SIGNATURE = /^(?:v1,[\w+/]{43}=|v1a,[\w+/]{86}==)$/;
const UNIX_SECONDS = /^\d{1,12}$/;
/** A line such as `X-Name: value`, also as an argument of curl. */
const HEADER_LINE = /^\s*(?:-H\s+)?["']?([\w-]+)["']?\s*:\s*["']?(.*?)["']?,?\s*\\?\s*$/;

/**
 * What is right and wrong with a pasted request.
 * @param recorded the delivery's bytes, if the body names one of the organization's
 */
export function checkPasted(
  pasted: PastedRequest,
  secrets: readonly KnownSecret[],
  { recorded, now }: { recorded: Buffer | null; now: Date },
): SignatureFinding[] {
  const headers = headersIn(pasted.headers);
  const bodies = formsOf(pasted.body, recorded);
  const keys = secrets.map(({ which, secret }) => ({ which, key: readKey(secret) }));
  const search = (header: string, matches: (key: WebhookKey, body: Buffer) => boolean): SignatureFinding => {
    for (const [form, body] of bodies)
      for (const { which, key } of keys)
        if (matches(key, body)) return { what: 'right', header, which, form };
    return { what: 'no_match', header };
  };
  const found = [...checkService(headers, search), ...checkStandard(headers, search, now)];
  return [
    ...(found.length > 0 ? found : [{ what: 'no_signature' } as const]),
    ...aboutBody(pasted, recorded),
  ];
}

type Search = (header: string, matches: (key: WebhookKey, body: Buffer) => boolean) => SignatureFinding;

function checkService(headers: Map<string, string[]>, search: Search): SignatureFinding[] {
  const given = headers.get(SERVICE_SIGNATURE);
  if (!given) return [];
  const header = SERVICE_SIGNATURE;
  if (given.length > 1) return [{ what: 'header_twice', header }];
  const [signature = ''] = given;
  if (!HEX_SHA256.test(signature)) return [{ what: 'malformed', header }];
  return [search(header, (key, body) => key.signedBody(signature, body))];
}

function checkStandard(headers: Map<string, string[]>, search: Search, now: Date): SignatureFinding[] {
  const given = STANDARD_HEADERS.map((header) => headers.get(header));
  if (given.every((each) => each === undefined)) return [];
  const wrong = STANDARD_HEADERS.flatMap((header, index): SignatureFinding[] => {
    if (!given[index]) return [{ what: 'header_missing', header }];
    return given[index].length > 1 ? [{ what: 'header_twice', header }] : [];
  });
  if (wrong.length > 0) return wrong;
  const [id, timestamp, listed] = given.map((each) => each![0]!) as [string, string, string];
  const [, timeHeader, header] = STANDARD_HEADERS;
  if (!UNIX_SECONDS.test(timestamp)) return [{ what: 'malformed', header: timeHeader }];
  const signatures = listed.split(/ +/).filter((signature) => SIGNATURE.test(signature));
  if (signatures.length === 0) return [{ what: 'malformed', header }];
  const signed = search(header, (key, body) => key.signedContent(signatures, { id, timestamp, body }));
  const age = now.getTime() / 1_000 - Number(timestamp);
  if (Math.abs(age) <= TOLERANCE_SECONDS) return [signed];
  return [signed, { what: 'wrong_time', minutes: Math.round(Math.abs(age) / 60), isAhead: age < 0 }];
}

/** White space is ignored here, because pasting and printing add it. */
function aboutBody({ body }: PastedRequest, recorded: Buffer | null): SignatureFinding[] {
  const written = compact(body);
  if (written === null) return [{ what: 'not_json' }];
  const pasted = Buffer.from(asSent(body).trim());
  if (!recorded || [pasted, Buffer.from(written)].some((each) => each.equals(recorded))) return [];
  const byte = pasted.findIndex((each, index) => each !== recorded[index]);
  return [{ what: 'body_differs', byte: byte === -1 ? pasted.length : byte }];
}

function formsOf(text: string, recorded: Buffer | null): [BodyForm, Buffer][] {
  const pasted = asSent(text);
  const written = compact(text);
  const forms: [BodyForm, Buffer | null][] = [
    ['as_pasted', Buffer.from(pasted)],
    ['trimmed', Buffer.from(pasted.trim())],
    ['compact', written === null ? null : Buffer.from(written)],
    ['recorded', recorded],
  ];
  return forms.filter((form): form is [BodyForm, Buffer] => form[1] !== null);
}

/** Browsers send each line break of a text field as CRLF (HTML, form submission). */
const asSent = (text: string) => text.replaceAll('\r\n', '\n');

function compact(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Values by name in lower case, in their order. */
function headersIn(text: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value.trim()]);
  }
  return headers;
}
