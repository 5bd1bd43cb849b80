import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VIEWS_DIR } from '../config/paths.js';

export const DEFAULT_LOCALE = 'en';

type Texts = { [key: string]: string | Texts };

/**
 * All texts by locale and full key (`signing.landing.title`). Each file is a namespace, and each folder a language.
 */
export function loadCatalogue(): Map<string, Map<string, string>> {
  const root = join(VIEWS_DIR, 'locales');
  return new Map(readdirSync(root).map((locale) => [locale, loadLocale(join(root, locale))]));
}

function loadLocale(folder: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    flatten(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts, file.replace('.json', ''), texts);
  }
  return texts;
}

function flatten(texts: Texts, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') into.set(`${prefix}.${key}`, value);
    else flatten(value, `${prefix}.${key}`, into);
  }
}

/** The supported languages, each a folder of the catalogue: English first, the others by their code. */
export const LOCALES: readonly string[] = readdirSync(join(VIEWS_DIR, 'locales')).sort(
  (a, b) => Number(b === DEFAULT_LOCALE) - Number(a === DEFAULT_LOCALE) || a.localeCompare(b, 'en'),
);

/**
 * The language of a BCP 47 tag, such as `de` of `de-AT`, if it has a catalogue; null if not, or for anything else.
 */
export function nearestLocale(tag: unknown, available: Iterable<string> = LOCALES): string | null {
  const language = languageOf(tag);
  return language !== null && [...available].includes(language) ? language : null;
}

/** Whether the value has the form of a BCP 47 tag, whatever the language. */
export const isLanguageTag = (value: unknown): boolean => languageOf(value) !== null;

function languageOf(tag: unknown): string | null {
  if (typeof tag !== 'string') return null;
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return null;
  }
}

/**
 * A language's name for itself: `Deutsch`, `Français`, capitalized for standalone use.
 * @param locale - of the catalogue
 */
export function nativeName(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Information on a reader's language, the strongest first. */
export interface Reader {
  /** Given for the person, or chosen by them on a page of this link. */
  own: string | null;
  /** Chosen in this browser, on any page. */
  chosen: string | null;
  /** The organization's language for recipients of whom nothing is known. */
  organization: string | null;
  /** The Accept-Language header. */
  acceptLanguage: string | undefined;
}

export function localeOfReader(reader: Reader, available: Iterable<string> = LOCALES): string {
  return spokenLocale(reader, available) ?? DEFAULT_LOCALE;
}

/** The same; null if nothing is known or no language is supported. */
export function spokenLocale(
  { own, chosen, organization, acceptLanguage }: Reader,
  available: Iterable<string> = LOCALES,
): string | null {
  const known = new Set(available);
  const stated = [own, chosen, organization].find((locale) => locale !== null && known.has(locale));
  return stated ?? preferredLocale(acceptLanguage, known);
}

/**
 * The preferred one of the supported languages, according to an Accept-Language header (RFC 9110 §12.5.4), or null.
 */
function preferredLocale(header: string | undefined, available: Iterable<string>): string | null {
  const known = new Set(available);
  const wanted = (header ?? '')
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters
        .map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1])
        .find((text) => text !== undefined);
      return { language: tag.trim().toLowerCase().split('-')[0]!, weight: Number(weight ?? 1) };
    })
    .sort((a, b) => b.weight - a.weight);
  return wanted.find(({ language, weight }) => weight > 0 && known.has(language))?.language ?? null;
}

/**
 * The first of the reader's own tags of a language, such as `en-GB` of `en`, by which times and numbers are written;
 * undefined if an Accept-Language header (RFC 9110 §12.5.4) has none.
 */
export function regionOf(locale: string, header: string | undefined): string | undefined {
  const tags = (header ?? '').split(',').slice(0, 20);
  const own = tags.map((part) => part.split(';')[0]!.trim()).find((tag) => languageOf(tag) === locale);
  return own && new Intl.Locale(own).baseName;
}
