const LANGUAGE_TAG = /^[a-z]{1,8}(-[a-z0-9]{1,8}){0,5}$/i;
/** IANA names only. Some platforms also accept offsets such as `+02:00`, which name no zone. */
const ZONE_NAME = /^[a-z][\w+-]*(\/[\w+-]+){0,3}$/i;
const MAX_ZONE_NAME = 64;

/** The first language tag of an Accept-Language header (RFC 9110 §12.5.4), or null. */
export function languageOf(acceptLanguage: string | undefined): string | null {
  const first = (acceptLanguage ?? '').split(/[,;]/, 1)[0]!.trim();
  return LANGUAGE_TAG.test(first) ? first : null;
}

/** The time zone that the device reported, or null if there is no such zone. Renamed zones keep their old name. */
export function timeZoneOf(told: unknown): string | null {
  if (typeof told !== 'string' || told.length > MAX_ZONE_NAME || !ZONE_NAME.test(told)) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: told });
    return told;
  } catch {
    return null;
  }
}
