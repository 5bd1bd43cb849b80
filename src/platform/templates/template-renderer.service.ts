import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Injectable } from '@nestjs/common';
import Handlebars from 'handlebars';
import countries from 'i18n-iso-countries';
import { VIEWS_DIR } from '../config/paths.js';
import { fill, findText, type PhraseBook, type TextValues } from './phrases.js';
import { type Statement, type StatementValue } from './statement.js';
import { DEFAULT_LOCALE, loadCatalogue, LOCALES, nativeName } from './locales.js';

export interface RenderOptions {
  locale: string;
}

/**
 * Renders `views/**\/*.hbs` for pages and mails. Every view can be used as a partial under its path
 * (`layouts/page`, `partials/steps`). Views whose name ends in `.text` are plain text and not escaped.
 */
@Injectable()
export class TemplateRenderer {
  private readonly catalogue = loadCatalogue();
  private readonly namespaces = namespacesOf(this.catalogue);
  private readonly handlebars = Handlebars.create();
  private readonly views = new Map<string, Handlebars.TemplateDelegate>();

  constructor() {
    this.registerHelpers();
    for (const file of viewFiles(VIEWS_DIR)) {
      const name = relative(VIEWS_DIR, file)
        .replace(/\.hbs$/, '')
        .replaceAll('\\', '/');
      const view = this.handlebars.compile(readFileSync(file, 'utf8'), {
        noEscape: name.endsWith('.text'),
        // Indented like its call, a partial would indent the lines of what people wrote, such as a message in a textarea.
        preventIndent: true,
      });
      this.views.set(name, view);
      this.handlebars.registerPartial(name, view);
    }
  }

  /** The languages in which a room's texts are written; the texts of the dashboard are English only. */
  localesOf(namespace: string): string[] {
    return LOCALES.filter((locale) => this.namespaces.has(`${locale}/${namespace}`));
  }

  /** The names of the locale's texts right below a key, in their order. */
  namesBelow(key: string, locale: string): string[] {
    const names = [...(this.catalogue.get(locale)?.keys() ?? [])].map((name) => name.split(`${key}.`));
    return names.flatMap(([before, name]) => (before === '' && name !== undefined ? [name] : []));
  }

  /** @throws Error for an unknown view, or a text key that no catalogue has */
  render(view: string, model: object, { locale }: RenderOptions): string {
    const template = this.views.get(view);
    if (!template) throw new Error(`no view ${view}`);
    return template({ ...model, locale }, { data: { locale } });
  }

  /**
   * One text in the locale, or in English if the locale lacks it, with `{name}` filled from `values`. If the key has
   * plural forms (`pages.one`, `pages.other`), `values.count` chooses the form.
   * @throws Error if no catalogue has the key
   */
  text(key: string, locale: string, values: TextValues = {}): string {
    const text = this.find(key, locale, values.count) ?? this.find(key, DEFAULT_LOCALE, values.count);
    if (text === undefined) throw new Error(`no text ${key}`);
    return fill(text, values, locale);
  }

  /** All texts of a namespace in the locale, and in English where the locale lacks one. */
  book(namespace: string, locale: string): PhraseBook {
    const prefix = `${namespace}.`;
    const ofNamespace = (language: string) =>
      [...(this.catalogue.get(language) ?? [])]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, text]) => [key.slice(prefix.length), text] as const);
    const texts = Object.fromEntries([...ofNamespace(DEFAULT_LOCALE), ...ofNamespace(locale)]);
    return { locale, texts };
  }

  /** A statement in the locale. Instants are ISO 8601, days `YYYY-MM-DD`. */
  tell({ key, values = {} }: Statement, locale: string): string {
    const told = Object.entries(values).map(([name, value]) => [name, inWords(value, locale)] as const);
    return this.text(key, locale, Object.fromEntries(told));
  }

  private find(key: string, locale: string, count: TextValues[string]): string | undefined {
    const texts = this.catalogue.get(locale);
    return findText((name) => texts?.get(name), key, locale, count);
  }

  /** Every plural form of a text as JSON by CLDR category, for a script that learns the count in the browser. */
  private pluralForms(key: string, locale: string): string {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const texts = this.catalogue.get(locale);
    return JSON.stringify(
      Object.fromEntries(pluralCategories.map((form) => [form, texts?.get(`${key}.${form}`)])),
    );
  }

  private registerHelpers(): void {
    this.handlebars.registerHelper({
      t: (key: string, options: Handlebars.HelperOptions) =>
        this.text(key, localeOf(options), options.hash as TextValues),
      tell: (statement: Statement, options: Handlebars.HelperOptions) =>
        this.tell(statement, localeOf(options)),
      pluralForms: (key: string, options: Handlebars.HelperOptions) =>
        this.pluralForms(key, localeOf(options)),
      told: (statement: Statement | null | undefined, options: Handlebars.HelperOptions) =>
        statement ? this.tell(statement, localeOf(options)) : '',
      eq: (left: unknown, right: unknown) => left === right,
      or: (left: unknown, right: unknown) => left || right,
      concat: (left: string, right: string) => left + right,
      breakable: (code: string) => breakable(code),
      iso: (value: Date) => value.toISOString(),
      dateTime: (value: Date | string, options: Handlebars.HelperOptions) =>
        formatDateTime(value, localeOf(options)),
      languages: () => LOCALES.map((code) => ({ code, native: nativeName(code) })),
      nativeName: (locale: string) => nativeName(locale),
      countries: (options: Handlebars.HelperOptions) => countryNames(localeOf(options)),
      localNumber: (value: number, options: Handlebars.HelperOptions) =>
        new Intl.NumberFormat(localeOf(options)).format(value),
      localPercent: (share: number, options: Handlebars.HelperOptions) =>
        new Intl.NumberFormat(localeOf(options), { style: 'percent', maximumFractionDigits: 1 }).format(
          share,
        ),
      day: (value: string, options: Handlebars.HelperOptions) => formatDay(value, localeOf(options)),
    });
  }
}

/** `de/signing` for each language and file. */
function namespacesOf(catalogue: ReadonlyMap<string, ReadonlyMap<string, string>>): Set<string> {
  const all = [...catalogue].flatMap(([locale, texts]) =>
    [...texts.keys()].map((key) => `${locale}/${key.split('.')[0]}`),
  );
  return new Set(all);
}

function localeOf(options: Handlebars.HelperOptions): string {
  return (options.data as { locale: string }).locale;
}

function inWords(value: StatementValue, locale: string): string | number {
  if (typeof value !== 'object') return value;
  if ('instant' in value) return formatDateTime(value.instant, locale);
  if ('day' in value) return formatDay(value.day, locale);
  return new Intl.ListFormat(locale).format(value.map(String));
}

/** An instant in the locale's words, with its zone (the server knows none but UTC). */
export function formatDateTime(value: Date | string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(new Date(value))} UTC`;
}

/** A name such as `signature.created` as HTML that may be broken after its stops and underscores only. */
function breakable(code: string): Handlebars.SafeString {
  const parts = code.split(/(?<=[._])/).map((part) => Handlebars.escapeExpression(part));
  return new Handlebars.SafeString(parts.join('<wbr>'));
}

/** Every country of ISO 3166-1 with its name in the locale, in the order of the locale's alphabet. */
function countryNames(locale: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return Object.keys(countries.getAlpha2Codes())
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}

/** A day `YYYY-MM-DD` in the locale's words. */
export function formatDay(value: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${value}T00:00:00Z`),
  );
}

function viewFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.hbs'))
    .map((entry) => join(entry.parentPath, entry.name));
}
