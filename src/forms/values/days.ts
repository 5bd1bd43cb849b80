const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const RELATIVE = /^today(?:([+-])(\d{1,5}))?$/;
const FIRST_YEAR = 1_000;
const MS_PER_DAY = 86_400_000;

export const DAY_TEXT = 'a day from 1000-01-01 to 9999-12-31, as YYYY-MM-DD';

/** Whether it is a day of the Gregorian calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = (DAY.exec(text) ?? []).slice(1).map(Number);
  if (year < FIRST_YEAR) return false;
  return new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text);
}

/** Whether it is `today`, alone or with a number of days, such as `today+14`. */
export const isRelativeDay = (text: string) => RELATIVE.test(text);

/** Days from today; null for anything but a relative day. */
export function daysFromToday(text: string): number | null {
  const [found, sign, days = '0'] = RELATIVE.exec(text) ?? [];
  return found === undefined ? null : Number(`${sign ?? ''}${days}`);
}

/** The day that a limit stands for; null for a relative one if today is not known. */
export function dayOf(limit: string, today: string | null): string | null {
  const days = daysFromToday(limit);
  if (days === null) return limit;
  if (today === null) return null;
  return new Date(Date.parse(today) + days * MS_PER_DAY).toISOString().slice(0, 10);
}

/** The day that was typed as year, month and day, in any digits of one or two places; null for anything else. */
export function typedDay(entry: string): string | null {
  const [year = '', month = '', day = '', ...more] = entry.trim().split('-');
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return more.length === 0 && isDay(text) ? text : null;
}
