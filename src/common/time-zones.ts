import { Temporal } from 'temporal-polyfill';

export const UTC = 'UTC';

/** The names of all time zones offered, in alphabetical order after UTC. */
export const TIME_ZONES: readonly string[] = [UTC, ...Intl.supportedValuesOf('timeZone')];

/** IANA names only. Some platforms also accept offsets such as `+02:00`, which name no zone. */
const ZONE_NAME = /^[a-z][\w+-]*(\/[\w+-]+){0,3}$/i;
const MAX_ZONE_NAME = 64;

/** The name of a time zone that exists, or null. Renamed zones keep their old name. */
export function timeZoneOf(told: unknown): string | null {
  if (typeof told !== 'string' || told.length > MAX_ZONE_NAME || !ZONE_NAME.test(told)) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: told });
    return told;
  } catch {
    return null;
  }
}

/** Whether it is a time zone, or the empty choice of none. */
export const isZoneOrNone = (told: string) => told === '' || timeZoneOf(told) !== null;

const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The instant at which clocks of the zone show `YYYY-MM-DDTHH:mm`: the first of two when they are set back, and an hour
 * later for a time that they skip (Temporal's `compatible`, as RFC 5545 §3.3.5 has it). Null for any other text.
 */
export function instantAt(text: string, timeZone: string): Date | null {
  if (!MINUTE.test(text)) return null;
  return ofTemporal(() => Temporal.PlainDateTime.from(text, REJECT).toZonedDateTime(timeZone));
}

/** The first instant of a day `YYYY-MM-DD` in the zone; null for any other text. */
export const startOfDay = (day: string, timeZone: string) => startOfDayAfter(day, timeZone, 0);

/** The first instant of the day that follows; null for any other text. */
export const endOfDay = (day: string, timeZone: string) => startOfDayAfter(day, timeZone, 1);

function startOfDayAfter(day: string, timeZone: string, days: number): Date | null {
  if (!DAY.test(day)) return null;
  return ofTemporal(() => Temporal.PlainDate.from(day, REJECT).add({ days }).toZonedDateTime(timeZone));
}

/** What clocks of the zone show at the instant, as `YYYY-MM-DDTHH:mm`. */
export function clockAt(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
}

/** Of 30 February, nothing is made. */
const REJECT = { overflow: 'reject' } as const;

/** Null where Temporal refuses the text. */
function ofTemporal(read: () => Temporal.ZonedDateTime): Date | null {
  try {
    return new Date(read().epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
