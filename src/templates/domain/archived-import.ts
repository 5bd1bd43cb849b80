import { isStorableText } from '../../common/validation/clean-text.js';
import { MAX_FIELDS, MAX_PLACES } from '../../forms/form-definition.js';
import { LONGEST_PDF_NAME } from '../../pdf/form-import.js';
import { type DocumentImport } from './template-content.js';

const KEY = /^[a-z][a-z0-9_]{0,63}$/;
/** Characters of an option, a state or an export value. */
const LONGEST_EXPORT = 300;
const EXPORT_MEMBERS = ['option', 'state', 'value'];
const NAME_MEMBERS = ['mappingName', 'alternateName'];

/** Whether these are the names of imported fields by their keys. */
export function areNames(names: Readonly<Record<string, unknown>>): names is DocumentImport['pdfNames'] {
  const entries = Object.entries(names);
  return entries.length <= MAX_FIELDS && entries.every(([key, name]) => KEY.test(key) && isText(name));
}

/** Whether this is what a PDF says of imported fields, by their keys. */
export function areFacts(
  facts: Readonly<Record<string, unknown>>,
  names: DocumentImport['pdfNames'],
): facts is NonNullable<DocumentImport['pdfFacts']> {
  return Object.entries(facts).every(([key, fact]) => Object.hasOwn(names, key) && isFact(fact));
}

function isFact(fact: unknown): boolean {
  if (!isObject(fact)) return false;
  const { exports = [], ...texts } = fact;
  return (
    hasOnly(texts, NAME_MEMBERS, isText) &&
    Array.isArray(exports) &&
    exports.length <= MAX_PLACES &&
    exports.every((each) => isObject(each) && hasOnly(each, EXPORT_MEMBERS, isExport))
  );
}

const hasOnly = (
  object: Record<string, unknown>,
  members: readonly string[],
  isRight: (value: unknown) => boolean,
): boolean => Object.entries(object).every(([name, value]) => members.includes(name) && isRight(value));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isStorable = (value: unknown, longest: number) =>
  typeof value === 'string' && value.length <= longest && isStorableText(value);
const isText = (value: unknown) => isStorable(value, LONGEST_PDF_NAME);
const isExport = (value: unknown) => isStorable(value, LONGEST_EXPORT);
