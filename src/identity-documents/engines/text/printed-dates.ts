import { MONTHS } from './month-names.js';

/** A printed date, possibly ambiguous. */
export interface PrintedDate {
  /** Every reading, YYYY-MM-DD: 03/04/2025 has two. A two-digit year is written as `??25`. */
  readings: string[];
  /** The one with the month first, if the order decides between two; as in the United States. */
  monthFirst?: string;
}

/** Longest first, so no name matches as a prefix of another. */
const NAMES = [...MONTHS.keys()].sort((a, b) => b.length - a.length).join('|');

/** OCR reads the zeros and ones of a day as letters. */
const DIGIT = '[\\dOQCDGIL]';
const DAY = `(?<day>[0-3OQCDGIL]?${DIGIT})`;
/** What North American cards print after a given name, such as the `3DOB` of `2 JANE 3DOB 02/01/1995`. */
const CARD_LABEL = '(?:\\d[A-D]?)?(?:DOB|EXP|ISS|DLN?|SEX|HGT|WGT)(?![A-Z])';
/** A name in another script, which can be the month's number and a word: `ЯНВ`, `3月`. */
const OTHER_SCRIPT = '(?:\\d{1,2})?[^\\x00-\\x7f]{1,12}';
/** Vietnamese months are numbers after this word, and such a number is no day: `12 THG 3/MAR 1974`. */
const NUMBERED = '(?:THG|THANG)\\.? ?';
/**
 * A second-language name after the known one: one word, which OCR often misreads together with its slash. In another
 * script it can be read as anything, after a slash.
 */
const UNKNOWN_AFTER =
  `(?: ?[/|\\\\] ?(?:(?:\\d{1,2})?[^\\d\\s/|\\\\]{1,12}|${NUMBERED}\\d{1,2})| ${OTHER_SCRIPT}` +
  `|[ -]?[/7|\\\\] ?[A-Z3][A-Z]{2,9}|(?:[ -]?[IL] ?|[ -])(?!${CARD_LABEL})[A-Z3][A-Z]{2,4})`;
/** A name before the English one, possibly in another script, which can be read as anything: `СІЧ/`, `8月/`. */
const UNKNOWN_BEFORE = `(?:(?:${NUMBERED}\\d{1,2}|(?:\\d{1,2})?[^\\d\\s/|\\\\]{1,12}) ?[/|\\\\] ?|${OTHER_SCRIPT} )`;
/** A month by its name in one or two languages, in either order: `AUG`, `AUG/AOUT`, `SIERPIEN / AUGUST`, `AUGAOUT`. */
const MONTH =
  `(?:(?<name>${NAMES})(?:\\.?(?![A-Z])(?: ?[/-]? ?(?<second>${NAMES})\\.?(?![A-Z])|${UNKNOWN_AFTER})?|(?<glued>${NAMES})(?![A-Z]))` +
  `|${UNKNOWN_BEFORE}(?<last>${NAMES})\\.?(?![A-Z]))`;
/**
 * A year. Not one is the day of a date after a given name that is also a month's name, numbered by its field: the 12
 * of `2. JULIE 12.05.1974` or `2 MARCO 12 MAY 1974`, and the 1974 of `2. JUNE 1974-05-12`.
 */
const YEAR =
  `(?<year>\\d{4}|\\d{2}(?![./]\\d| \\d{1,2} (?:19|20)\\d\\d|[ ./-]{0,2}(?:DE )?(?:${NAMES})\\.?(?![A-Z])[^\\d\\n]{0,14}\\d\\d))` +
  '(?!\\d| ?(?<separator>[./-]) ?\\d{1,2} ?\\k<separator> ?\\d)';
/**
 * `12 AUG/AOUT 1974`, `12AUG74`, `12. März 1974`, `12 de agosto de 1974`. A mark of the background can be read as a
 * quotation mark before the year.
 */
const NAMED = new RegExp(
  `(?<![\\dA-Z]|${NUMBERED})${DAY}[ ./-]{0,2}(?:DE )?${MONTH}[ ./-]{0,2}(?:DEL? )?["“”'’]?${YEAR}`,
  'g',
);
/** `August 12, 1974`. */
const NAMED_FIRST = new RegExp(
  `(?<![A-Z])(?<name>${NAMES})\\.? (?<day>[0-3]?\\d),? (?<year>\\d{4})(?!\\d|[./-]\\d)`,
  'g',
);
/** `1974. AUG. 12`. */
const YEAR_FIRST_NAMED = new RegExp(
  `(?<![\\dA-Z]|\\d ?[./-] ?\\d{1,2} ?[./-] ?)(?<year>(?:19|20)\\d\\d)[ .-]{1,2}${MONTH}[ .-]{1,2}(?<day>[0-3]?\\d)(?!\\d)`,
  'g',
);
/** OCR puts spaces around dots. */
const DAY_OR_MONTH_FIRST =
  /(?<![\dA-Z])([0-3]?\d) ?([ ./-]) ?([0-3]?\d) ?\2 ?(\d{4}|\d{2})(?![./]?\d|\2(?:19|20)\d\d)/g;
const YEAR_FIRST = /(?<![\dA-Z])(\d{4})([ ./-])([01]?\d)\2([0-3]?\d)(?!\d)/g;
/**
 * Eight digits that lost one or both of their separators. Of the years without end only the usual ones are known, since
 * too many numbers of eight digits would be dates in others.
 */
const POINTS_LOST = /(?<![\dA-Z.,/-])(\d\d)([., ]?)(\d\d)([., ]?)((?:19|20)\d\d|[29]999)(?![\dA-Z])/g;
const POINTS_LOST_YEAR_FIRST = /(?<![\dA-Z.,/-])((?:19|20)\d\d)[., ]?(\d\d)[., ]?(\d\d)(?![\dA-Z])/g;

/** The month never comes first with dots or spaces; without separators it may, since slashes are lost as well. */
const MONTH_MAY_BE_FIRST = '/-';

type NamedDate = Partial<Record<'day' | 'name' | 'second' | 'glued' | 'last' | 'year', string>>;

/** Finds dates in upper-case text, in every order used on documents. */
export function findDates(text: string): PrintedDate[] {
  return takeDates(text).found;
}

/** Removes each date found, so its text is not used for another. */
function takeDates(text: string): { found: PrintedDate[]; rest: string } {
  const found: PrintedDate[] = [];
  let rest = text;
  const take = (
    pattern: RegExp,
    read: (match: readonly string[], groups: NamedDate) => (string | null)[],
  ) => {
    const hasOrders = pattern === DAY_OR_MONTH_FIRST || pattern === POINTS_LOST;
    rest = rest.replace(pattern, (match: string, ...parts: unknown[]) => {
      const groups = (parts.at(-1) ?? {}) as NamedDate;
      const real = [...new Set(read(parts as string[], groups).filter((reading) => reading !== null))];
      if (real.length === 0) return match;
      found.push({ readings: real, ...(hasOrders && real.length === 2 && { monthFirst: real[1] }) });
      return '|';
    });
  };
  take(NAMED, (_, groups) => readNamed(groups));
  take(NAMED_FIRST, (_, groups) => readNamed(groups));
  take(YEAR_FIRST_NAMED, (_, groups) => readNamed(groups));
  take(DAY_OR_MONTH_FIRST, ([first, separator, second, year]) => {
    const monthFirst = MONTH_MAY_BE_FIRST.includes(separator!);
    return [
      toIsoDate(year!, Number(second), Number(first)),
      monthFirst ? toIsoDate(year!, Number(first), Number(second)) : null,
    ];
  });
  take(YEAR_FIRST, ([year, , month, day]) => [toIsoDate(year!, Number(month), Number(day))]);
  take(POINTS_LOST, ([first, point, second, otherPoint, year]) => {
    const hasPoint = /[.,]/.test(`${point}${otherPoint}`);
    return [
      toIsoDate(year!, Number(second), Number(first)),
      hasPoint ? null : toIsoDate(year!, Number(first), Number(second)),
    ];
  });
  take(POINTS_LOST_YEAR_FIRST, ([year, month, day]) => [toIsoDate(year!, Number(month), Number(day))]);
  return { found, rest };
}

function readNamed({ day, year, name, last, second, glued }: NamedDate): (string | null)[] {
  const number = Number(day!.replace(/[OQCDG]/g, '0').replace(/[IL]/g, '1'));
  return monthsOf(name ?? last!, second ?? glued).map((month) => toIsoDate(year!, month, number));
}

/** The months that both names can mean. If they contradict each other, one was misread, and either may be right. */
function monthsOf(name: string, second: string | undefined): readonly number[] {
  const months = MONTHS.get(name)!;
  const others = second === undefined ? months : MONTHS.get(second)!;
  const both = months.filter((month) => others.includes(month));
  return both.length > 0 ? both : [...months, ...others];
}

/** A day and a named month, or numbers separated like a date. */
const NEARLY = new RegExp(
  `(?<![A-Z])(?:\\d${DIGIT}?|${DIGIT}\\d)[ .]{0,2}(?:${NAMES}|${UNKNOWN_BEFORE}(?:${NAMES}))|\\d ?[./-] ?\\d+ ?[./-]`,
);

/** Whether an upper-case line seems to have a date that cannot be read. */
export function isDateUnread(line: string): boolean {
  return NEARLY.test(line) && findDates(line).length === 0;
}

/** A year after digits or a month's name, whatever the day or month was read as. */
const YEAR_OF_A_DATE = new RegExp(
  `(?:\\d[.,/ -]{1,2}\\d{1,2}[.,/ -]{0,2}|(?<![A-Z])(?:${NAMES})\\.?[ /-]{0,2}(?:(?:${NAMES})\\.? )?)((?:19|20)\\d\\d)(?!\\d)`,
  'g',
);

/** The four-digit years of apparent dates in upper-case text that cannot be read as dates. */
export function yearsOfDates(text: string): string[] {
  return [...takeDates(text).rest.matchAll(YEAR_OF_A_DATE)].map(([, year]) => year!);
}

/** Whether a printed date can mean this day, YYYY-MM-DD. */
export function couldMean({ readings }: PrintedDate, date: string): boolean {
  return readings.some((reading) => reading === date || reading === `??${date.slice(2)}`);
}

/** Whether the readings of a date differ in day and month alone. */
export function isSameYear(readings: readonly string[]): boolean {
  return readings.every((day) => day.slice(0, 4) === readings[0]!.slice(0, 4));
}

/**
 * Whether a reading of a printed date differs from this day in exactly one digit. A two-digit year is compared with
 * the last two digits.
 */
export function isOneDigitOff(reading: string, date: string): boolean {
  return [...reading].filter((digit, at) => digit !== '?' && digit !== date[at]).length === 1;
}

/** `year` has two or four digits. */
function toIsoDate(year: string, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year.padStart(4, '?')}-${two(month)}-${two(day)}`;
}
