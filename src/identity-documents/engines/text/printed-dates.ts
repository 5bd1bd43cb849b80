/**
 * Month names and abbreviations on documents: English, French, German, Spanish, Italian, Dutch, Portuguese.
 */
const MONTHS: readonly (readonly string[])[] = [
  ['JAN', 'JANV', 'ENE', 'GEN', 'GENN'],
  ['FEB', 'FEV', 'FEVR', 'FEBR'],
  ['MAR', 'MARS', 'MRZ', 'MAERZ', 'MRT', 'MAART', 'MARZ'],
  ['APR', 'AVR', 'ABR', 'AVRIL'],
  ['MAY', 'MAI', 'MEI', 'MAG', 'MAYO', 'MAIO'],
  ['JUN', 'JUIN', 'JUNE', 'GIU', 'JUNI'],
  ['JUL', 'JUIL', 'JULY', 'LUG', 'JULI'],
  ['AUG', 'AOUT', 'AGO', 'AOU'],
  ['SEP', 'SEPT', 'SET'],
  ['OCT', 'OKT', 'OTT', 'OUT'],
  ['NOV'],
  ['DEC', 'DEZ', 'DIC'],
];
const MONTH_OF = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** A printed date, possibly ambiguous. */
export interface PrintedDate {
  /** Every reading, YYYY-MM-DD: 03/04/2025 has two. A two-digit year is written as `??25`. */
  readings: string[];
}

/** Longest first, so that no name matches as a prefix of another. */
const NAMES = [...MONTH_OF.keys()].sort((a, b) => b.length - a.length).join('|');

/** OCR reads the zeros and ones of a day as letters. */
const DIGIT = '[\\dOQCDGIL]';
/**
 * `12 AUG/AOUT 1974`, `12AUG74`. The month may be repeated in a second language: one word, which OCR often misreads with its
 * slash, and a mark of the ground may be read as one of quotation before the year.
 */
const NAMED = new RegExp(
  `(?<![\\dA-Z])([0-3OQCDGIL]?${DIGIT}) ?(${NAMES})(?: ?/? ?(?:${NAMES})|[ -]?[/7IL|\\\\]? ?[A-Z3][A-Z]{2,4})? ?["“”'’]?(\\d{4}|\\d{2})(?!\\d)`,
  'g',
);
const NAMED_US = new RegExp(`\\b(${NAMES}) ([0-3]?\\d) (\\d{4})(?!\\d)`, 'g');
/** OCR puts spaces beside dots. */
const DAY_OR_MONTH_FIRST = /(?<![\dA-Z])([0-3]?\d) ?([ ./-]) ?([0-3]?\d) ?\2 ?(\d{4}|\d{2})(?!\d)/g;
const YEAR_FIRST = /(?<![\dA-Z])(\d{4})([ ./-])([01]?\d)\2([0-3]?\d)(?!\d)/g;

/** Nobody puts the month first before a dot or space. */
const MONTH_MAY_BE_FIRST = '/-';

/** Finds dates in upper-case text, in every order that documents use. */
export function findDates(text: string): PrintedDate[] {
  const found: PrintedDate[] = [];
  const add = (...readings: (string | null)[]) => {
    const real = [...new Set(readings.filter((reading) => reading !== null))];
    if (real.length > 0) found.push({ readings: real });
  };
  for (const [, day, month, year] of text.matchAll(NAMED))
    add(toIsoDate(year!, MONTH_OF.get(month!), Number(day!.replace(/[OQCDG]/g, '0').replace(/[IL]/g, '1'))));
  for (const [, month, day, year] of text.matchAll(NAMED_US))
    add(toIsoDate(year!, MONTH_OF.get(month!), Number(day)));
  for (const [, first, separator, second, year] of text.matchAll(DAY_OR_MONTH_FIRST)) {
    const monthFirst = MONTH_MAY_BE_FIRST.includes(separator!);
    add(
      toIsoDate(year!, Number(second), Number(first)),
      monthFirst ? toIsoDate(year!, Number(first), Number(second)) : null,
    );
  }
  for (const [, year, , month, day] of text.matchAll(YEAR_FIRST))
    add(toIsoDate(year!, Number(month), Number(day)));
  return found;
}

/** A day and a month by its name, or numbers with the marks of a date between them. */
const NEARLY = new RegExp(`${DIGIT} ?(?:${NAMES})|\\d ?[./-] ?\\d+ ?[./-]`);

/** Whether a line in upper case seems to show a date that cannot be read from it. */
export function isDateUnread(line: string): boolean {
  return NEARLY.test(line) && findDates(line).length === 0;
}

/** Whether a printed date can mean this day, YYYY-MM-DD. */
export function couldMean({ readings }: PrintedDate, date: string): boolean {
  return readings.some((reading) => reading === date || reading === `??${date.slice(2)}`);
}

/** `year` has two or four digits. */
function toIsoDate(year: string, month: number | undefined, day: number): string | null {
  if (month === undefined || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year.padStart(4, '?')}-${two(month)}-${two(day)}`;
}
