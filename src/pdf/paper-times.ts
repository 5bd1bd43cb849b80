/** Papers in English write the day before the month. */
const ENGLISH = 'en-GB';
const UTC = 'UTC';

/** `1 March 2026`, of UTC. */
export function paperDay(at: Date, locale: string): string {
  return dayIn(at, locale, UTC);
}

/** `1 March 2026, 09:30:05 UTC`. */
export function utcTime(iso: string, locale: string): string {
  return zonedTime(iso, locale, null);
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
  new Intl.DateTimeFormat(onPaper(locale), { dateStyle: 'long', timeZone }).format(at);

const clockTime = (at: Date, locale: string) =>
  new Intl.DateTimeFormat(onPaper(locale), { timeStyle: 'medium', timeZone: UTC }).format(at);

const offsetTime = (at: Date, locale: string, timeZone: string) =>
  new Intl.DateTimeFormat(onPaper(locale), {
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    timeZoneName: 'shortOffset',
    timeZone,
  }).format(at);

const onPaper = (locale: string) => (locale === 'en' ? ENGLISH : locale);
