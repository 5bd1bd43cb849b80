import { decimalText, toDecimal } from './decimal.js';
import { stylesOf } from './number-style.js';

/** What a typed number means. */
export type NumberReading =
  | { value: string }
  /** It may mean either of two numbers, both as canonical decimals: the grouped one first. */
  | { readings: [string, string] }
  | { fault: 'not_a_number' | 'too_many_digits' };

const MAX_ENTRY = 100;

/** The zeros of the scripts whose digits are read: each is followed by its digits 1 to 9. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0be6, 0x0e50, 0xff10];
const ARABIC_DECIMAL = '\u066b';
const ARABIC_GROUP = '\u066c';

/** Characters that are typed for one of the few that the reading knows. */
const SPELLINGS: readonly [typed: RegExp, meant: string][] = [
  [/[\u00a0\u2007\u2009\u202f]/g, ' '],
  [/[\u2018\u2019\u02bc\uff07]/g, "'"],
  [/[\u2010-\u2013\u2212\uff0d]/g, '-'],
  [/\uff0b/g, '+'],
  [/\uff0e/g, '.'],
  [/\uff0c/g, ','],
];

/** What most people type, which needs no second spelling. */
const PLAIN = /^[ -~]*$/;
const NUMBER = new RegExp(`^[-+]? ?([\\d.,' ${ARABIC_DECIMAL}${ARABIC_GROUP}]*)$`);
const DECIMALS = ['.', ',', ARABIC_DECIMAL];
const GROUPS = ['.', ',', ' ', "'", ARABIC_GROUP];

/**
 * Reads a number as people type it, with any grouping. A single point or comma before three digits may be either: the
 * language decides where it knows one use only, and nobody does elsewhere.
 * @param entry - not empty
 * @param affixes - texts that may stand before or after the number, such as its unit
 */
export function readNumber(entry: string, locale: string, affixes: readonly string[]): NumberReading {
  if (entry.length > MAX_ENTRY) return { fault: 'not_a_number' };
  const text = withoutAffix(plainDigits(entry).trim(), affixes.map(plainDigits));
  const [, digits] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return { fault: 'not_a_number' };
  const sign = text.startsWith('-') ? '-' : '';
  const marks = DECIMALS.filter((mark) => digits.includes(mark));
  const found = ['', ...marks].flatMap((mark) => readingWith(mark, digits.trim()) ?? []);
  const values = found.map((plain) => toDecimal(`${sign}${plain}`));
  const [grouped, pointed] = values.map((value) => (value === null ? null : decimalText(value)));
  if (grouped === undefined) return { fault: 'not_a_number' };
  if (grouped === null || pointed === null) return { fault: 'too_many_digits' };
  if (pointed === undefined) return { value: grouped };
  const use = useOf(digits.includes('.') ? '.' : ',', locale);
  if (use === null) return { readings: [grouped, pointed] };
  return { value: use === 'group' ? grouped : pointed };
}

/**
 * The number as an entry that `readNumber` reads as nothing else: `1,2340` where `1,234` could be taken for a thousand.
 * @param value - a canonical decimal
 */
export function numberEntry(value: string, locale: string): string {
  const mark = stylesOf(locale)[0]?.decimal ?? '.';
  const entry = value.replace('.', mark);
  return 'readings' in readNumber(entry, locale, []) ? `${entry}0` : entry;
}

/** ASCII digits and signs; digits of two scripts in one number stay, and are no number. */
function plainDigits(text: string): string {
  if (PLAIN.test(text)) return text;
  const plain = SPELLINGS.reduce((spelled, [typed, meant]) => spelled.replace(typed, meant), text);
  const characters = [...plain];
  const zero = ZEROS.find((first) => characters.some((character) => isDigitFrom(first, character)));
  if (zero === undefined || /\d/.test(plain)) return plain;
  return characters
    .map((each) => (isDigitFrom(zero, each) ? String(each.codePointAt(0)! - zero) : each))
    .join('');
}

function isDigitFrom(zero: number, character: string): boolean {
  const code = character.codePointAt(0)!;
  return code >= zero && code < zero + 10;
}

function withoutAffix(text: string, affixes: readonly string[]): string {
  const lower = text.toLowerCase();
  for (const affix of affixes.map((each) => each.toLowerCase())) {
    if (lower.endsWith(affix)) return text.slice(0, text.length - affix.length).trim();
    if (lower.startsWith(affix)) return text.slice(affix.length).trim();
  }
  return text;
}

/** The number with a plain point if `mark` is the decimal mark, or with none if it is empty; null if it cannot be. */
function readingWith(mark: string, text: string): string | null {
  const [whole = '', fraction, ...more] = mark === '' ? [text] : text.split(mark);
  if (more.length > 0 || (mark !== '' && !/^\d+$/.test(fraction ?? ''))) return null;
  const digits = whole === '' && mark !== '' ? '0' : ungrouped(whole);
  if (digits === null) return null;
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** Groups of three with one kind of mark, or with commas the groups of two before them that India writes. */
function ungrouped(whole: string): string | null {
  if (/^\d+$/.test(whole)) return whole;
  const group = GROUPS.find((mark) => whole.includes(mark));
  if (group === undefined) return null;
  const [first = '', ...rest] = whole.split(group);
  const last = rest.pop() ?? '';
  const sizes = rest.map((part) => part.length);
  const isEven = first.length <= 3 && sizes.every((size) => size === 3);
  const isIndian = group === ',' && first.length <= 2 && sizes.every((size) => size === 2);
  const isWritten = /^[1-9]\d*$/.test(first) && [...rest, last].every((part) => /^\d+$/.test(part));
  return isWritten && last.length === 3 && (isEven || isIndian) ? [first, ...rest, last].join('') : null;
}

/** What a point or comma is for in a language; null if it can be either, or is never used there. */
function useOf(mark: string, locale: string): 'group' | 'decimal' | null {
  const uses = new Set(
    stylesOf(locale).flatMap(({ decimal, group }) =>
      mark === decimal ? (['decimal'] as const) : mark === group ? (['group'] as const) : [],
    ),
  );
  const [use = null] = uses;
  return uses.size === 1 ? use : null;
}
