/** Papers in English write the day before the month. */
const ENGLISH = 'en-GB';

/** `1 March 2026`, of UTC. */
export function paperDay(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(onPaper(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** `1 March 2026, 09:30:05 UTC`. */
export function utcTime(iso: string, locale: string): string {
  return `${localTime(iso, locale, 'UTC')} UTC`;
}

/** The same without the zone's name. */
export function localTime(iso: string, locale: string, timeZone: string): string {
  const style = { dateStyle: 'long', timeStyle: 'medium', timeZone } as const;
  const text = new Intl.DateTimeFormat(onPaper(locale), style).format(new Date(iso));
  return text.replace(' at ', ', ');
}

const onPaper = (locale: string) => (locale === 'en' ? ENGLISH : locale);
