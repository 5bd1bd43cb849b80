const LANGUAGE_TAG = /^[a-z]{1,8}(-[a-z0-9]{1,8}){0,5}$/i;

/** The first language tag of an Accept-Language header (RFC 9110 §12.5.4), or null. */
export function languageOf(acceptLanguage: string | undefined): string | null {
  const first = (acceptLanguage ?? '').split(/[,;]/, 1)[0]!.trim();
  return LANGUAGE_TAG.test(first) ? first : null;
}
