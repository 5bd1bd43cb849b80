const LANGUAGE_TAG = /^[a-z]{1,8}(-[a-z0-9]{1,8}){0,5}$/i;
/** IANA names; offsets such as `+02:00`, which some platforms take too, name no zone. */
const ZONE_NAME = /^[a-z][\w+-]*(\/[\w+-]+){0,3}$/i;
const MAX_ZONE_NAME = 64;

/** The first language tag (RFC 9110 §12.5.4) that the device asks for, or null. */
export function languageOf(acceptLanguage: string | undefined): string | null {
  const first = (acceptLanguage ?? '').split(/[,;]/, 1)[0]!.trim();
  return LANGUAGE_TAG.test(first) ? first : null;
}

/** The time zone that the device told, where there is such a zone; names that others replaced are zones too. */
export function timeZoneOf(told: unknown): string | null {
  if (typeof told !== 'string' || told.length > MAX_ZONE_NAME || !ZONE_NAME.test(told)) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: told });
    return told;
  } catch {
    return null;
  }
}
