import { KEY_HEADER } from '../../src/auth/idempotency.interceptor.js';
import {
  type ApiDocument,
  type Operation,
  placesIn,
  type Response,
} from '../../src/api-reference/domain/api-document.js';

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});
const number = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' },
  example,
});

const HEADERS = {
  'X-Request-Id': text(
    'Of this request: the one that it had, if it is 1 to 100 letters, digits and `_.:-`, or a new one.',
    '0b54ce8a-0f0c-4f0e-9a43-0f3a8c4f5d7e',
  ),
  'X-RateLimit-Limit-App': number('Requests that the key may send in a minute.', 1000),
  'X-RateLimit-Remaining-App': number('Requests left in this minute.', 997),
  'X-RateLimit-Reset-App': number('Seconds until the minute ends.', 42),
  'RateLimit-Policy': text(
    'The same limit as the IETF drafts it: of the `key`, or of the `failures` of an address without a valid key.',
    '"key";q=1000;w=60',
  ),
  RateLimit: text('What is left of it, and the seconds until the minute ends.', '"key";r=997;t=42'),
  'Retry-After': number('Seconds to wait before the request is sent again.', 60),
  'Retry-After-App': number('The same as Retry-After.', 60),
  'Idempotency-Replayed': {
    description: 'Present if this is the answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
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
};

/** Declares the headers of every response. */
export function addHeaders(document: ApiDocument): void {
  Object.assign(document.components.headers, HEADERS);
  for (const { operation } of placesIn(document))
    for (const [status, response] of Object.entries(operation.responses))
      if (response.$ref === undefined)
        declare(response, [...(BY_STATUS[status] ?? []), ...ofSuccess(operation, status)]);
  for (const response of Object.values(document.components.responses)) {
    const status = Object.keys(BY_STATUS).find((each) => statusOf(response) === Number(each));
    declare(response, BY_STATUS[status ?? ''] ?? []);
  }
}

function ofSuccess({ parameters }: Operation, status: string): HeaderName[] {
  if (!status.startsWith('2')) return [];
  return parameters.some(({ name }) => name === KEY_HEADER) ? ['Idempotency-Replayed'] : [];
}

function declare(response: Response, names: readonly HeaderName[]): void {
  const all = [...ALWAYS, ...names];
  response.headers = Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const statusOf = ({ content }: Response) =>
  content?.['application/json']?.schema.allOf?.[1]?.properties?.statusCode?.const;
