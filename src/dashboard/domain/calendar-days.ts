import { isCalendarDay } from '../../common/timestamps.js';

const DAY_MS = 86_400_000;

/** A UTC day of a filter; undefined for anything that is none. */
export const dayOf = (value: unknown) =>
  typeof value === 'string' && isCalendarDay(value) ? value : undefined;

/** When a UTC day begins; undefined without a day. */
export const startOf = (day: string | undefined) =>
  day === undefined ? undefined : new Date(`${day}T00:00:00.000Z`);

/** When the day after it begins. */
export const endOf = (day: string | undefined) =>
  day === undefined ? undefined : new Date(startOf(day)!.getTime() + DAY_MS);
