import type {} from '@fastify/cookie';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { nativeName, nearestLocale, type Reader } from '../templates/locales.js';

/** The language chosen in this browser, used if nothing is known of the person. */
const LANGUAGE_COOKIE = 'countersign_language';
const DAYS_KEPT = 365;

/** A browser's information on its reader's language. */
export type BrowserLanguage = Pick<Reader, 'chosen' | 'acceptLanguage'>;

export function browserLanguage({ cookies, headers }: FastifyRequest): BrowserLanguage {
  return { chosen: nearestLocale(cookies[LANGUAGE_COOKIE]), acceptLanguage: headers['accept-language'] };
}

export function keepInBrowser(reply: FastifyReply, locale: string): void {
  reply.setCookie(LANGUAGE_COOKIE, locale, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: 'auto',
    maxAge: DAYS_KEPT * 86_400,
  });
}

/** Reads the posted choice: the language, if it is valid, and the page to return to. */
export function readChoice(
  fields: Readonly<Record<string, unknown>> | undefined,
  home: string,
): { locale: string | null; back: string } {
  return { locale: nearestLocale(fields?.locale), back: pathBelow(home, fields?.page) };
}

/** A path on this server that begins with `home`; anything else leads to `home`. */
function pathBelow(home: string, path: unknown): string {
  const here = 'http://localhost';
  if (typeof path !== 'string' || !URL.canParse(path, here)) return home;
  const { origin, pathname, search } = new URL(path, here);
  const isBelow = home === '/' || pathname === home || pathname.startsWith(`${home}/`);
  return origin === here && isBelow && !pathname.startsWith('//') ? pathname + search : home;
}

/** The language choice shown on each page. */
interface LanguageChoice {
  /** Where the choice is posted, and the page to return to. */
  address: string;
  page: string;
  /** This page's language, in its own words. */
  current: string;
  others: { code: string; native: string }[];
}

export function languageChoice(
  locale: string,
  others: readonly string[],
  posted: Pick<LanguageChoice, 'address' | 'page'>,
): LanguageChoice {
  const named = others.map((code) => ({ code, native: nativeName(code) }));
  return { ...posted, current: nativeName(locale), others: named };
}
