/** `YYYY-MM-DDTHH:mm:ss.sssZ`, or null if there is no value yet. */
export function isoOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

/** A UTC day `YYYY-MM-DD` that exists in the calendar (2026-02-30 does not). */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const ISO_INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Parses an ISO 8601 instant. Without an offset it is UTC; a date alone means the end of that day, as for a deadline.
 * Null unless it is a real instant.
 */
export function parseDeadline(text: string): Date | null {
  const parts = ISO_INSTANT.exec(text);
  if (!parts || !isCalendarDay(parts[1]!)) return null;
  if (parts[2] === undefined) return new Date(`${parts[1]}T23:59:59.999Z`);
  const date = new Date(
    text.replace(',', '.').replace(/([+-]\d{2})(\d{2})?$/, withColon) + (parts[5] ? '' : 'Z'),
  );
  return Number.isNaN(date.getTime()) || Number(parts[2]) > 23 ? null : date;
}

function withColon(_match: string, hours: string, minutes?: string): string {
  return `${hours}:${minutes ?? '00'}`;
}
