import { type FieldError, invalid } from '../../common/errors.js';

/** A header that an organization adds to every delivery to an endpoint, such as `Authorization`. */
export interface EndpointHeader {
  name: string;
  value: string;
}

export const MAX_HEADERS = 5;
export const MAX_HEADER_NAME = 64;
export const MAX_HEADER_VALUE = 4_096;

/** A token of RFC 9110, section 5.6.2. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Visible ASCII characters and spaces. */
const VALUE = /^[\x20-\x7e]+$/;
/** Headers that the service sets itself, and those of a single connection (RFC 9110, section 7.6.1). */
const RESERVED =
  /^(?:host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|expect|upgrade|proxy-.*|cookie|user-agent|x-service-.*|webhook-.*|traceparent|tracestate)$/i;
/** Shorter values are no secrets, and occur in any answer. */
const LEAST_HIDDEN = 4;
/** Shorter values are hidden only where they stand alone, since other words may contain them. */
const LEAST_HIDDEN_WITHIN = 8;
const WORD = /[\w-]/;
const HIDDEN = '[hidden]';

/** Binds sealed headers to their endpoint. */
export const headersContext = (organizationId: number, endpointId: number) =>
  `webhook-headers:${organizationId}:${endpointId}`;

/** Scheme, host and port. Headers are kept only while these do not change. */
export const originOf = (url: string): string => new URL(url).origin;

/**
 * Headers as entered, without surrounding spaces and empty rows.
 * @throws AppError 400 naming each wrong one, never with its value
 */
export function readHeaders(entered: readonly EndpointHeader[]): EndpointHeader[] {
  const rows = entered.map(({ name, value }) => ({ name: unspaced(name), value: unspaced(value) }));
  const names = rows.map(({ name }) => name.toLowerCase());
  const wrong = rows.flatMap(({ name, value }, index): FieldError[] => {
    if (name === '' && value === '') return [];
    const isTwice = names.indexOf(name.toLowerCase()) !== index;
    const problems = { name: isTwice ? 'appears twice' : nameProblem(name), value: valueProblem(value) };
    return Object.entries(problems).flatMap(([part, problem]) => {
      const field = `headers[${index}].${part}`;
      return problem === null ? [] : [{ field, message: `${field} ${problem}` }];
    });
  });
  const headers = rows.filter(({ name }) => name !== '');
  if (headers.length > MAX_HEADERS)
    wrong.push({ field: 'headers', message: `headers must have at most ${MAX_HEADERS} entries` });
  if (wrong.length > 0) throw invalid(...wrong);
  return headers;
}

/** Other white space is invalid in a header, so it is refused rather than removed. */
const unspaced = (text: string) => text.replaceAll(/^ +| +$/g, '');

function nameProblem(name: string): string | null {
  if (name === '') return 'must not be empty';
  if (name.length > MAX_HEADER_NAME) return `must have at most ${MAX_HEADER_NAME} characters`;
  if (!NAME.test(name)) return 'must consist of letters, digits and dashes';
  return RESERVED.test(name) ? 'is reserved: the service or the connection sets it' : null;
}

function valueProblem(value: string): string | null {
  if (value === '') return 'must not be empty';
  if (value.length > MAX_HEADER_VALUE) return `must have at most ${MAX_HEADER_VALUE} characters`;
  return VALUE.test(value) ? null : 'must consist of ASCII characters, without control characters';
}

/**
 * The receiver's text without header values, which it may have repeated, not even the first characters of one with
 * which the text breaks off.
 */
export function withoutValues(text: string, headers: readonly EndpointHeader[]): string {
  return headers
    .flatMap(({ value }) => spellingsOf(value))
    .reduce((rest, spelling) => withoutEnd(without(rest, spelling), spelling), text);
}

function without(text: string, spelling: string): string {
  if (spelling.length >= LEAST_HIDDEN_WITHIN) return text.replaceAll(spelling, HIDDEN);
  const isAlone = (at: number) =>
    !WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + spelling.length));
  return text.replaceAll(spelling, (found, at: number) => (isAlone(at) ? HIDDEN : found));
}

/** Answers are cut after MAX_RESPONSE_BYTES, which may be within a value. */
function withoutEnd(text: string, spelling: string): string {
  for (let length = spelling.length - 1; length >= LEAST_HIDDEN_WITHIN; length--)
    if (text.endsWith(spelling.slice(0, length))) return text.slice(0, -length) + HIDDEN;
  return text;
}

/** A value as it is and as JSON, each whole and without its scheme (`Bearer …`); the longest first. */
function spellingsOf(value: string): string[] {
  const parts = [value, value.slice(value.indexOf(' ') + 1)].filter((part) => part.length >= LEAST_HIDDEN);
  return [...new Set(parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]))];
}
