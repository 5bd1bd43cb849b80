import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VIEWS_DIR } from '../config/paths.js';

export const DEFAULT_LOCALE = 'en';

type Texts = { [key: string]: string | Texts };

/** All texts by locale and full key (`signing.landing.title`). A file is a namespace, a folder is a language. */
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

/**
 * The preferred language of an Accept-Language header that the catalogue has (RFC 9110 §12.5.4).
 * @param otherwise - if there is none; English if the catalogue lacks it
 */
export function chooseLocale(
  header: string | undefined,
  available: Iterable<string>,
  otherwise: string | null = null,
): string {
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
  const chosen = wanted.find(({ language, weight }) => weight > 0 && known.has(language))?.language;
  return chosen ?? (otherwise !== null && known.has(otherwise) ? otherwise : DEFAULT_LOCALE);
}
