/** A date in the MRZ, raw and resolved. */
export interface MrzDate {
  /** YYMMDD; unknown parts are fillers or zeros. Empty if the format has no such date. */
  raw: string;
  /** YYYY-MM-DD; null if it is unknown, does not exist, or its century is uncertain. */
  date: string | null;
}

/**
 * No document is valid for longer, so an expiry further ahead is in doubt, or means no expiry, which issuers write as
 * 99 and the like …
 */
const EXPIRY_YEARS_AHEAD = 50;
/** … and nobody uses a document that expired this many years ago. */
export const EXPIRY_YEARS_BEHIND = 20;

/**
 * Resolves a birth date to the latest century that is not after `today` (YYYY-MM-DD). ICAO leaves this to the
 * reader (9303-3 §4.8). A person over 100 resolves to a child, which the printed date reveals.
 */
export function resolveBirthDate(raw: string, today: string): MrzDate {
  const century = Number(today.slice(0, 2));
  const candidates = [century, century - 1].map((hundreds) => calendarDate(hundreds, raw));
  return { raw, date: candidates.find((date) => date !== null && date <= today) ?? null };
}

/**
 * Resolves an expiry date to the one year from 20 before that of `today` to 49 after it. Null if there is none, or if
 * it precedes the holder's birth: two digits cannot distinguish 1999 from 2099, or from a card that never expires.
 */
export function resolveExpiryDate(raw: string, today: string, birthDate: string | null = null): MrzDate {
  const year = Number(today.slice(0, 4));
  const century = Math.floor(year / 100);
  const date = [century + 1, century, century - 1]
    .map((hundreds) => calendarDate(hundreds, raw))
    .find((each) => each !== null && isPlausibleExpiry(Number(each.slice(0, 4)), year));
  return { raw, date: date && (birthDate === null || date > birthDate) ? date : null };
}

function isPlausibleExpiry(expires: number, year: number): boolean {
  return expires >= year - EXPIRY_YEARS_BEHIND && expires < year + EXPIRY_YEARS_AHEAD;
}

/** Whether the known parts of a date are possible; unknown parts are fillers or zeros. */
export function isPossibleDate(raw: string): boolean {
  if (raw === '' || NO_DATE.test(raw)) return true;
  const [, month, day] = /^(?:\d\d|<<)(\d\d|<<)(\d\d|<<)$/.exec(raw) ?? [];
  if (month === undefined || day === undefined) return false;
  const isUnknown = (part: string) => part === '<<' || part === '00';
  if (isUnknown(month) || isUnknown(day))
    return (isUnknown(month) || Number(month) <= 12) && (isUnknown(day) || Number(day) <= 31);
  // The century matters only for the 29th of February.
  return [20, 19].some((hundreds) => calendarDate(hundreds, raw) !== null);
}

/** What issuers write when there is no date. */
const NO_DATE = /^(?:<{6}|0{6}|9{6})$/;

/** Whether these six characters name a day, in whichever century. */
export function namesDay(raw: string): boolean {
  return /^\d{6}$/.test(raw) && !NO_DATE.test(raw) && !/00$|^..00/.test(raw);
}

function calendarDate(hundreds: number, raw: string): string | null {
  if (!/^\d{6}$/.test(raw)) return null;
  const date = `${hundreds}${raw.slice(0, 2)}-${raw.slice(2, 4)}-${raw.slice(4, 6)}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null;
}
