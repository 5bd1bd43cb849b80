import {
  type ApiDocument,
  type Operation,
  placesIn,
  type Response,
} from '../../src/api-reference/domain/api-document.js';
import { KEY_HEADER } from '../../src/auth/idempotency.interceptor.js';
import { PAGED } from '../../src/auth/paged.decorator.js';
import { ENTITY_TAG } from '../../src/common/http/entity-tag.decorator.js';

/** An example of an entity tag. */
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
    'The id of this request: the one it was sent with, if that has 1 to 100 letters, digits and `_.:-`, or a new one.',
    '0b54ce8a-0f0c-4f0e-9a43-0f3a8c4f5d7e',
    /^[\w.:-]{1,100}$/,
  ),
  'X-RateLimit-Limit-App': number('Requests that the key can send in a minute.', 1000),
  'X-RateLimit-Remaining-App': number('Requests left in this minute.', 997),
  'X-RateLimit-Reset-App': number('Seconds until the minute ends.', 42),
  'RateLimit-Policy': text(
    'The same limit in the form of the IETF draft: for the `key`, or for the `failures` of an address without a valid key.',
    '"key";q=1000;w=60',
    /^"(?:key|failures)";q=\d+;w=60$/,
  ),
  RateLimit: text(
    'The remaining requests, and the seconds until the minute ends.',
    '"key";r=997;t=42',
    /^"(?:key|failures)";r=\d+;t=\d+$/,
  ),
  'Retry-After': number('Seconds to wait before sending the request again.', 60),
  'Retry-After-App': number('The same as Retry-After.', 60),
  ETag: text(
    'The entity tag of these bytes. Send it as `If-None-Match`, and the response is 304 while it is current.',
    TAG_EXAMPLE,
    /^"[\w-]{32}"$/,
  ),
  'Cache-Control': text(
    'Whether your cache can store the response; it has to revalidate each time.',
    'private, no-cache',
    /^(?:private, no-cache|no-store)$/,
  ),
  'Accept-Ranges': text('The file can be downloaded in parts.', 'bytes', /^bytes$/),
  'Content-Range': text(
    'Which bytes these are, and how many there are in all.',
    'bytes 0-1023/48213',
    /^bytes (?:\d+-\d+|\*)\/\d+$/,
  ),
  'Content-Disposition': text(
    'The name of the file: in ASCII, and in full, encoded as in RFC 8187.',
    'attachment; filename="Lease-signed.pdf"; filename*=UTF-8\'\'Lease-signed.pdf',
    /^attachment; filename="[\w.() -]+"; filename\*=UTF-8''[\w.!~%-]+$/,
  ),
  Link: text(
    'The pages around this one (RFC 8288), with the filters of the request, as addresses that begin with `PUBLIC_URL`. Absent if there is only one page.',
    '<https://sign.example.com/api/v1/signatures?skip=20>; rel="next", <https://sign.example.com/api/v1/signatures?skip=40>; rel="last"',
    new RegExp(`^${LINK}(?:, ${LINK})*$`),
  ),
  'Idempotency-Replayed': {
    description: 'Present if this repeats the response to an earlier request with the same Idempotency-Key.',
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

/** Adds the responses that an entity tag entails. */
function addTagged({ responses, [ENTITY_TAG]: tagged }: Operation): void {
  if (tagged === undefined) return;
  responses['304'] = { description: 'Not Modified: the `ETag` in `If-None-Match` is still current.' };
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
