import { endOfDay, startOfDay } from '../../common/time-zones.js';
import { isCalendarDay } from '../../common/timestamps.js';

/** A day of a filter, `YYYY-MM-DD`; undefined for anything else. */
export const dayOf = (value: unknown) =>
  typeof value === 'string' && isCalendarDay(value) ? value : undefined;

/** From the start of the first day to the end of the last one in the zone; undefined where there is no day. */
export function boundsOf(first: string | undefined, last: string | undefined, timeZone: string) {
  return {
    from: (first !== undefined && startOfDay(first, timeZone)) || undefined,
    until: (last !== undefined && endOfDay(last, timeZone)) || undefined,
  };
}
