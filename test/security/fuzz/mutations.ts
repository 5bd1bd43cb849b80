import { gzipSync } from 'node:zlib';
import { type Random } from '../../../scripts/mrz/random.js';
import { type WireRequest } from '../wire.js';
import { hostileObject, oddId, oddText, oddValue, toJsonText } from './odd-values.js';

/** A request before it is written, with its parts still separate. */
export interface Draft {
  method: string;
  /** The path with its ids filled in, without a query. */
  path: string;
  ids: string[];
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** JSON, or an upload that is ready to be sent. */
  json?: unknown;
  raw?: Buffer;
  /** Makes the body of the text of the JSON, if that is only a part of it. */
  wrap?: (json: string) => Buffer;
}

type Mutation = (draft: Draft, random: Random) => void;

const JSON_TYPE = 'application/json';
const BOUNDARY = 'b0undary';
const part = (head: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const FILE = part('name="file"; filename="a.pdf"', '%PDF-1.7\n');

/** Bodies that do not match their type, by type. */
const BODIES: readonly [type: string, body: string | Buffer][] = [
  [JSON_TYPE, '{'],
  [JSON_TYPE, '{"type":"fast",}'],
  [JSON_TYPE, '[]'],
  [JSON_TYPE, 'null'],
  [JSON_TYPE, '5'],
  [JSON_TYPE, '"text"'],
  [JSON_TYPE, '\ufeff{}'],
  [JSON_TYPE, ''],
  [JSON_TYPE, Buffer.from('7b226e616d65223a22ff22fe7d', 'hex')],
  [JSON_TYPE, '[[[['.repeat(50_000)],
  [JSON_TYPE, `{"name":"${'x'.repeat(1_100_000)}"}`],
  [JSON_TYPE, '{"__proto__":{"type":"fast"}}'],
  [`${JSON_TYPE}; charset=utf-16`, Buffer.from('{}', 'utf16le')],
  [`${JSON_TYPE}\t;`, '{}'],
  ['application/JSON', '{}'],
  ['text/plain', '{}'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['application/x-www-form-urlencoded', 'type=fast&type=advanced&__proto__[a]=1'],
  ['application/octet-stream', Buffer.alloc(1_000, 0xff)],
  ['multipart/form-data', FILE],
  ['multipart/form-data; boundary=', FILE],
  [`multipart/form-data; boundary=${BOUNDARY}`, FILE],
  [`multipart/form-data; boundary=${BOUNDARY}`, FILE.slice(0, 40)],
  [`multipart/form-data; boundary=${BOUNDARY}`, `${FILE}${FILE}--${BOUNDARY}--\r\n`],
  [`multipart/form-data; boundary=${BOUNDARY}`, `--${BOUNDARY}--\r\n`],
  [`multipart/form-data; boundary=${BOUNDARY}`, `${part('name="__proto__"', '1')}${FILE}--${BOUNDARY}--\r\n`],
  [`multipart/form-data; boundary=${BOUNDARY}`, `${part('name="fields"', '[{}')}${FILE}--${BOUNDARY}--\r\n`],
  [
    `multipart/form-data; boundary=${BOUNDARY}`,
    `${part('name="a"', '1').repeat(40)}${FILE}--${BOUNDARY}--\r\n`,
  ],
  [`multipart/form-data; boundary=${'b'.repeat(5_000)}`, FILE],
  [`multipart/mixed; boundary=${BOUNDARY}`, FILE],
  ['', '{}'],
];

const HEADERS: readonly [name: string, value: string][] = [
  ['x-request-id', 'a b\tc'],
  ['x-request-id', 'x'.repeat(500)],
  ['x-request-id', 'caller:1'],
  ['x-http-method-override', 'DELETE'],
  ['x-forwarded-for', '1.2.3.4, not-an-address, ::ffff:127.0.0.1'],
  ['x-forwarded-host', 'evil.test'],
  ['accept', 'text/html;q=0.9, application/xml'],
  ['accept-language', 'x'.repeat(2_000)],
  ['accept-encoding', 'gzip, br, zstd, *'],
  ['content-encoding', 'gzip'],
  ['range', 'bytes=0-1'],
  ['if-none-match', '*'],
  ['user-agent', '\xff\xfe'.repeat(400)],
  ['cookie', '__proto__=1; a=%ff'],
  ['idempotency-key', ' '],
  ['idempotency-key', 'x'.repeat(256)],
  ['idempotency-key', '\xe9'],
];

/** Changes one place in the JSON body. */
const mutateJson: Mutation = (draft, random) => {
  if (typeof draft.json !== 'object' || draft.json === null) return mutateBody(draft, random);
  const places = placesIn(draft.json);
  const [parent, key] = places.length === 0 ? [draft.json, 'unknown'] : random.pick(places);
  const members = parent as Record<string, unknown>;
  switch (random.below(6)) {
    case 0:
      delete members[key];
      break;
    case 1:
      members[random.pick(['unknown', 'id', 'organizationId', 'deletedAt', 'toString'])] = oddValue(random);
      break;
    case 2:
      draft.json = Object.assign(hostileObject(), draft.json);
      break;
    case 3:
      members[key] = Array.isArray(members[key]) ? Array(120).fill(members[key][0]) : oddText(random);
      break;
    default:
      members[key] = oddValue(random);
  }
};

const mutateBody: Mutation = (draft, random) => {
  const [type, body] = random.pick(BODIES);
  draft.raw = Buffer.from(body);
  if (type === '') delete draft.headers['content-type'];
  else draft.headers['content-type'] = type;
  if (draft.headers['content-encoding'] === 'gzip') draft.raw = gzipSync(draft.raw);
};

const mutateQuery: Mutation = (draft, random) => {
  const [name, value] = draft.query.length > 0 ? random.pick(draft.query) : ['limit', '1'];
  const odd = encodeURIComponent(oddText(random).toWellFormed().slice(0, 3_000));
  draft.query.push(
    random.pick<[string, string]>([
      [name, odd],
      [name, value],
      [`${name}[]`, value],
      [`${name}[$ne]`, value],
      ['__proto__[admin]', '1'],
      ['constructor', '1'],
      ['unknown', odd],
      [name, '%00'],
      [name, '%ff'],
      ['', ''],
    ]),
  );
};

const mutateId: Mutation = (draft, random) => {
  if (draft.ids.length === 0) return mutateQuery(draft, random);
  draft.ids[random.below(draft.ids.length)] = oddId(random);
};

const mutateHeader: Mutation = (draft, random) => {
  const [name, value] = random.pick(HEADERS);
  draft.headers[name] = value;
};

/** Cuts an upload off, or changes some of its bytes. */
const mutateUpload: Mutation = (draft, random) => {
  if (draft.wrap) draft.raw ??= draft.wrap(toJsonText(draft.json));
  if (!draft.raw) return mutateJson(draft, random);
  if (random.chance(0.5)) draft.raw = draft.raw.subarray(0, random.below(draft.raw.length));
  else {
    draft.raw = Buffer.from(draft.raw);
    for (let times = 0; times < 5; times++) draft.raw[random.below(draft.raw.length)] = random.below(256);
  }
};

/** Makes one to three changes that no client would make. */
export function mutate(draft: Draft, random: Random): void {
  const hasBody = draft.json !== undefined || draft.raw !== undefined;
  const mutations = hasBody
    ? [mutateJson, mutateUpload, mutateJson, mutateBody, mutateHeader, mutateId, mutateQuery]
    : [mutateId, mutateQuery, mutateHeader, mutateBody];
  for (let times = 1 + random.below(3); times > 0; times--) random.pick(mutations)(draft, random);
}

/** Writes the request as it is sent; sometimes a member of the JSON appears twice. */
export function write(draft: Draft, random: Random): WireRequest {
  const ids = draft.ids.values();
  const path = draft.path.replace(/\{\w+\}/g, () => ids.next().value!);
  const query = draft.query.map(([name, value]) => `${name}=${value}`).join('&');
  const { wrap = Buffer.from } = draft;
  const body = draft.raw ?? (draft.json === undefined ? undefined : wrap(jsonBody(draft.json, random)));
  return {
    method: draft.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: draft.headers,
    body,
  };
}

function jsonBody(json: unknown, random: Random): string {
  const text = toJsonText(json);
  const isRepeated = text.startsWith('{"') && random.chance(0.03);
  return isRepeated ? `{"type":1,"email":"a",${text.slice(1)}` : text;
}

/** Every member of the nested objects and lists, as parent and key. */
function placesIn(value: object): [parent: object, key: string][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => [
    [value, key] as [object, string],
    ...(typeof inner === 'object' && inner !== null ? placesIn(inner) : []),
  ]);
}
