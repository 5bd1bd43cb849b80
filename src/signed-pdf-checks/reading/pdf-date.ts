const PDF_DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/;

/** Converts a PDF date to ISO 8601, assuming UTC if it has no time zone (ISO 32000-1 §7.9.4); null if it is not a date. */
export function parsePdfDate(text: string): string | null {
  const [
    matched,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    zoneHours = '00',
    zoneMinutes = '00',
  ] = PDF_DATE.exec(text) ?? [];
  if (matched === undefined) return null;
  const zone = sign ? `${sign}${zoneHours}:${zoneMinutes}` : 'Z';
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}
