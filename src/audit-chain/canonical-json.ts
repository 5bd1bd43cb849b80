/**
 * Canonical JSON (RFC 8785, JCS): no whitespace, members sorted by UTF-16 code units, numbers and strings as in ECMAScript.
 * @throws TypeError for anything that is not JSON: undefined, NaN, dates, lone surrogates
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return canonicalString(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isPlainObject(value)) return canonicalObject(value);
  throw new TypeError(`Not JSON: ${typeof value}`);
}

function canonicalObject(object: Record<string, unknown>): string {
  let members = '';
  for (const name of Object.keys(object).sort())
    members += `${members === '' ? '' : ','}${canonicalString(name)}:${canonicalJson(object[name])}`;
  return `{${members}}`;
}

/** Printable ASCII without quotes and backslashes needs no escaping, which is the fast path for most strings. */
const PLAIN = /^[ !#-[\]-~]*$/;

function canonicalString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('Not JSON: the text has a lone surrogate');
  return JSON.stringify(text);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
