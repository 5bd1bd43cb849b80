import { KEY_HEADER } from '../../src/auth/idempotency.interceptor.js';
import { ENTITY_TAG } from '../../src/common/http/entity-tag.decorator.js';
import { PAGED } from '../../src/auth/paged.decorator.js';
import {
  type ApiDocument,
  type Operation,
  placesIn,
  type Response,
} from '../../src/api-reference/domain/api-document.js';

/** Of an entity tag. */
export const TAG_EXAMPLE = '"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is"';

const text = (description: string, example: string, pattern: RegExp) => ({
  description,
  schema: { type: 'string', pattern: pattern.source },
  example,
});
const number = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
});

const LINK = '<[^<>]+>; rel="(?:next|prev|first|last)"';

const HEADERS = {
  'X-Request-Id': text(
    'Of this request: the one that it had, if it is 1 to 100 letters, digits and `_.:-`, or a new one.',
    '0b54ce8a-0f0c-4f0e-9a43-0f3a8c4f5d7e',
    /^[\w.:-]{1,100}$/,
  ),
  'X-RateLimit-Limit-App': number('Requests that the key may send in a minute.', 1000),
  'X-RateLimit-Remaining-App': number('Requests left in this minute.', 997),
  'X-RateLimit-Reset-App': number('Seconds until the minute ends.', 42),
  'RateLimit-Policy': text(
    'The same limit as the IETF drafts it: of the `key`, or of the `failures` of an address without a valid key.',
    '"key";q=1000;w=60',
    /^"(?:key|failures)";q=\d+;w=60$/,
  ),
  RateLimit: text(
    'What is left of it, and the seconds until the minute ends.',
    '"key";r=997;t=42',
    /^"(?:key|failures)";r=\d+;t=\d+$/,
  ),
  'Retry-After': number('Seconds to wait before the request is sent again.', 60),
  'Retry-After-App': number('The same as Retry-After.', 60),
  ETag: text(
    'Of these bytes. Send it as `If-None-Match`, and the answer is 304 while it holds.',
    TAG_EXAMPLE,
    /^"[\w-]{32}"$/,
  ),
  'Cache-Control': text(
    'Whether a cache of yours may keep the answer; it has to ask each time.',
    'private, no-cache',
    /^(?:private, no-cache|no-store)$/,
  ),
  'Accept-Ranges': text('The file can be had in parts.', 'bytes', /^bytes$/),
  'Content-Range': text(
    'Which bytes of how many these are.',
    'bytes 0-1023/48213',
    /^bytes (?:\d+-\d+|\*)\/\d+$/,
  ),
  'Content-Disposition': text(
    'The name of the file: in ASCII, and in full as RFC 8187 encodes it.',
    'attachment; filename="Lease-signed.pdf"; filename*=UTF-8\'\'Lease-signed.pdf',
    /^attachment; filename="[\w.() -]+"; filename\*=UTF-8''[\w.!~%-]+$/,
  ),
  Link: text(
    'The pages around this one (RFC 8288), with the filters of the request, as addresses that begin with `PUBLIC_URL`. Missing if there is one page only.',
    '<https://sign.example.com/api/v1/signatures?skip=20>; rel="next", <https://sign.example.com/api/v1/signatures?skip=40>; rel="last"',
    new RegExp(`^${LINK}(?:, ${LINK})*$`),
  ),
  'Idempotency-Replayed': {
    description: 'Present if this is the answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
};
type HeaderName = keyof typeof HEADERS;

const ALWAYS: HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit-App',
  'X-RateLimit-Remaining-App',
  'X-RateLimit-Reset-App',
  'RateLimit-Policy',
  'RateLimit',
];
const BY_STATUS: Partial<Record<string, HeaderName[]>> = {
  429: ['Retry-After', 'Retry-After-App'],
  503: ['Retry-After'],
  416: ['Content-Range'],
};

/** Declares the headers of every response. */
export function addHeaders(document: ApiDocument): void {
  Object.assign(document.components.headers, HEADERS);
  for (const { operation } of placesIn(document)) {
    addTagged(operation);
    for (const [status, response] of Object.entries(operation.responses))
      if (response.$ref === undefined)
        declare(response, [...(BY_STATUS[status] ?? []), ...ofSuccess(operation, status)]);
    delete operation[ENTITY_TAG];
    delete operation[PAGED];
  }
  for (const response of Object.values(document.components.responses)) {
    const status = Object.keys(BY_STATUS).find((each) => statusOf(response) === Number(each));
    declare(response, BY_STATUS[status ?? ''] ?? []);
  }
}

const TAGGED: HeaderName[] = ['ETag', 'Cache-Control'];
const OF_FILES: HeaderName[] = [...TAGGED, 'Accept-Ranges'];

function ofSuccess(operation: Operation, status: string): HeaderName[] {
  if (Number(status) >= 400) return [];
  const isFile = operation[ENTITY_TAG] === 'file';
  return [
    ...(operation.parameters.some(({ name }) => name === KEY_HEADER)
      ? ['Idempotency-Replayed' as const]
      : []),
    ...(isFile ? OF_FILES : operation[ENTITY_TAG] ? TAGGED : []),
    ...(isFile && status !== '304' ? ['Content-Disposition' as const] : []),
    ...(status === '206' ? ['Content-Range' as const] : []),
    ...(operation[PAGED] ? ['Link' as const] : []),
  ];
}

/** The answers that an entity tag brings with it. */
function addTagged({ responses, [ENTITY_TAG]: tagged }: Operation): void {
  if (tagged === undefined) return;
  responses['304'] = { description: 'Not Modified: the `ETag` in `If-None-Match` still holds.' };
  const { content } = responses['200']!;
  if (tagged === 'file')
    responses['206'] = { description: 'Partial Content: the bytes of the `Range`.', content };
}

function declare(response: Response, names: readonly HeaderName[]): void {
  const all = [...ALWAYS, ...names];
  response.headers = Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const statusOf = ({ content }: Response) =>
  content?.['application/json']?.schema.allOf?.[1]?.properties?.statusCode?.const;
