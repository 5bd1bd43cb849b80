import { STATUS_CODES } from 'node:http';
import { type OpenApi, type Operation } from './openapi.js';
import { jsonOf, type WireAnswer } from './wire.js';

const RATE_HEADERS = ['x-ratelimit-limit-app', 'x-ratelimit-remaining-app', 'x-ratelimit-reset-app'];
/** Statuses whose body has exactly three members. */
const BARE = [401, 429];
/** Of what is wrong with one field, all of them texts. */
const DETAIL_MEMBERS = ['field', 'message', 'code', 'rule', 'limit'];
/** Traces of the internals: stacks, SQL, paths, values that were never filled in. */
const INTERNALS =
  /\bat .+:\d+|node_modules|\/(?:src|dist)\/|\b(?:select|insert into|update|delete from) .+ (?:from|set|values|where)\b|QueryFailed|\bundefined\b|\[object /i;

/** The faults of an API error: in the contract's shape and headers, or with traces of the internals. */
export function faultsOfError(answer: WireAnswer): string[] {
  const { status } = answer;
  const body = jsonOf(answer) as Record<string, unknown> | undefined;
  if (typeof body !== 'object' || body === null) return [`${status} without a JSON object`];
  const faults = faultsOfHeaders(answer);
  const { statusCode, message, error, code, details, ...others } = body;
  if (statusCode !== status) faults.push(`${status} with statusCode ${String(statusCode)}`);
  if (typeof message !== 'string' || message === '') faults.push(`${status} without a message`);
  else if (INTERNALS.test(message)) faults.push(`${status} shows internals: ${message.slice(0, 120)}`);
  if (error !== STATUS_CODES[status]) faults.push(`${status} with error ${String(error)}`);
  if (code !== undefined && !(typeof code === 'string' && /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(code)))
    faults.push(`${status} with code ${JSON.stringify(code)}`);
  if (details !== undefined && !isDetails(details)) faults.push(`${status} with malformed details`);
  if (BARE.includes(status) && (code !== undefined || details !== undefined))
    faults.push(`${status} with more than three members`);
  if (Object.keys(others).length > 0) faults.push(`${status} with ${Object.keys(others).join(', ')}`);
  return faults;
}

/** The faults of an operation's answer: 5xx, not described in the document, or a malformed error. */
export function faultsOfAnswer(api: OpenApi, operation: Operation, answer: WireAnswer): string[] {
  const { status } = answer;
  if (status >= 500) return [`${status} ${answer.bytes.toString().slice(0, 200)}`];
  const header = (name: string) => answer.headers[name.toLowerCase()];
  const undescribed = api.faultsOf(operation, { status, header, json: jsonOf(answer) });
  if (status >= 400) return [...faultsOfError(answer), ...undescribed];
  const empty = status === 200 && answer.bytes.length === 0 ? ['200 without a body'] : [];
  return [...faultsOfHeaders(answer), ...undescribed, ...empty];
}

function faultsOfHeaders({ status, headers }: WireAnswer): string[] {
  const missing = ['x-request-id', ...RATE_HEADERS].filter((name) => !headers[name]);
  return missing.map((name) => `${status} without ${name}`);
}

function isDetails(details: unknown): boolean {
  return (
    Array.isArray(details) &&
    details.every(
      (each: unknown) =>
        typeof each === 'object' &&
        each !== null &&
        Object.entries(each).every(
          ([name, value]) => DETAIL_MEMBERS.includes(name) && typeof value === 'string',
        ) &&
        'field' in each &&
        'message' in each,
    )
  );
}
