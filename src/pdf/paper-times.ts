/** English documents write the day before the month. */
const ENGLISH = 'en-GB';
const UTC = 'UTC';

/** `1 March 2026`, in UTC. */
export function paperDay(at: Date, locale: string): string {
  return dayIn(at, locale, UTC);
}

/** `1 March 2026, 09:30:05 UTC`. */
export function utcTime(iso: string, locale: string): string {
  return zonedTime(iso, locale, null);
}

/** `1 March 2026` and `09:30:05`, for use where UTC is stated elsewhere. */
export function utcParts(iso: string, locale: string): [day: string, time: string] {
  const at = new Date(iso);
  return [dayIn(at, locale, UTC), clockTime(at, locale)];
}

/** `1 March 2026, 10:30:05 GMT+1`; in UTC if no time zone is known. @param timeZone - IANA */
export function zonedTime(iso: string, locale: string, timeZone: string | null): string {
  return zonedParts(iso, locale, timeZone).join(', ');
}

/** The same as the day and the time of day. */
export function zonedParts(
  iso: string,
  locale: string,
  timeZone: string | null,
): [day: string, time: string] {
  const at = new Date(iso);
  const zone = timeZone ?? UTC;
  return [
    dayIn(at, locale, zone),
    zone === UTC ? `${clockTime(at, locale)} ${UTC}` : offsetTime(at, locale, zone),
  ];
}

const dayIn = (at: Date, locale: string, timeZone: string) =>
  formatOf(locale, { dateStyle: 'long', timeZone }).format(at);

const clockTime = (at: Date, locale: string) =>
  formatOf(locale, { timeStyle: 'medium', timeZone: UTC }).format(at);

const offsetTime = (at: Date, locale: string, timeZone: string) =>
  formatOf(locale, {
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    timeZoneName: 'shortOffset',
    timeZone,
  }).format(at);

/** Cached, because creating one takes as long as hundreds of uses, and an audit trail has thousands of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const kept = formats.get(key) ?? new Intl.DateTimeFormat(locale === 'en' ? ENGLISH : locale, options);
  formats.set(key, kept);
  return kept;
}
