/** A date in the MRZ, raw and resolved. */
export interface MrzDate {
  /** YYMMDD; unknown parts are fillers. */
  raw: string;
  /** YYYY-MM-DD; null if the day or month is unknown or does not exist. */
  date: string | null;
}

/** An expiry date further ahead than this many years belongs to the previous century. */
const EXPIRY_YEARS_AHEAD = 50;

/**
 * Resolves a birth date to the latest century that is not after `today` (YYYY-MM-DD). ICAO leaves this to the
 * reader (9303-3 §4.8). A person over 100 resolves to a child, which the printed date reveals.
 */
export function resolveBirthDate(raw: string, today: string): MrzDate {
  const century = Number(today.slice(0, 2));
  const candidates = [century, century - 1].map((hundreds) => calendarDate(hundreds, raw));
  return { raw, date: candidates.find((date) => date !== null && date <= today) ?? null };
}

/** Resolves an expiry date to less than 50 years after the year of `today`, or at most 50 before it. */
export function resolveExpiryDate(raw: string, today: string): MrzDate {
  const year = Number(today.slice(0, 4));
  const century = Math.floor(year / 100);
  const nearest = [century + 1, century, century - 1].find(
    (hundreds) => hundreds * 100 + Number(raw.slice(0, 2)) < year + EXPIRY_YEARS_AHEAD,
  );
  return { raw, date: nearest === undefined ? null : calendarDate(nearest, raw) };
}

function calendarDate(hundreds: number, raw: string): string | null {
  if (!/^\d{6}$/.test(raw)) return null;
  const date = `${hundreds}${raw.slice(0, 2)}-${raw.slice(2, 4)}-${raw.slice(4, 6)}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null;
}
