import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Injectable } from '@nestjs/common';
import Handlebars from 'handlebars';
import countries from 'i18n-iso-countries';
import { TIME_ZONES, UTC } from '../../common/time-zones.js';
import { VIEWS_DIR } from '../config/paths.js';
import { DEFAULT_LOCALE, loadCatalogue, LOCALES, nativeName } from './locales.js';
import { fill, findText, type PhraseBook, type TextValues } from './phrases.js';
import { type Statement, type StatementValue } from './statement.js';

export interface RenderOptions {
  locale: string;
  /** The reader's own tag of the language, such as `en-GB`, by which times and numbers are written. */
  region?: string;
  /** IANA; UTC if none is given. */
  timeZone?: string;
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
        // If a partial were indented like its call, it would indent the lines people wrote, such as a message in a
        // textarea.
        preventIndent: true,
      });
      this.views.set(name, view);
      this.handlebars.registerPartial(name, view);
    }
  }

  /** The languages of a room's texts; those of the API reference are English only. */
  localesOf(namespace: string): string[] {
    return LOCALES.filter((locale) => this.namespaces.has(`${locale}/${namespace}`));
  }

  /** The names directly below a key in the locale's texts, in their order. */
  namesBelow(key: string, locale: string): string[] {
    const names = [...(this.catalogue.get(locale)?.keys() ?? [])].map((name) => name.split(`${key}.`));
    return names.flatMap(([before, name]) => (before === '' && name !== undefined ? [name] : []));
  }

  /** @throws Error for an unknown view, or a text key missing from every catalogue */
  render(view: string, model: object, options: RenderOptions): string {
    const template = this.views.get(view);
    if (!template) throw new Error(`no view ${view}`);
    return template({ ...model, locale: options.locale }, { data: options });
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

  /** All texts of a namespace in the locale, falling back to English. */
  book(namespace: string, locale: string): PhraseBook {
    const prefix = `${namespace}.`;
    const ofNamespace = (language: string) =>
      [...(this.catalogue.get(language) ?? [])]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, text]) => [key.slice(prefix.length), text] as const);
    const texts = Object.fromEntries([...ofNamespace(DEFAULT_LOCALE), ...ofNamespace(locale)]);
    return { locale, texts };
  }

  /** A statement for its reader. Instants are ISO 8601, days `YYYY-MM-DD`. */
  translate({ key, values = {} }: Statement, reader: RenderOptions): string {
    const told = Object.entries(values).map(([name, value]) => [name, inWords(value, reader)] as const);
    return this.text(key, reader.locale, Object.fromEntries(told));
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
        this.translate(statement, readerOf(options)),
      pluralForms: (key: string, options: Handlebars.HelperOptions) =>
        this.pluralForms(key, localeOf(options)),
      told: (statement: Statement | null | undefined, options: Handlebars.HelperOptions) =>
        statement ? this.translate(statement, readerOf(options)) : '',
      eq: (left: unknown, right: unknown) => left === right,
      or: (left: unknown, right: unknown) => left || right,
      concat: (left: string, right: string) => left + right,
      breakable: (code: string) => breakable(code),
      jsonAttribute: (json: string) => jsonAttribute(json),
      iso: (value: Date) => value.toISOString(),
      isoSeconds: (at: Date) => `${at.toISOString().slice(0, 19)}Z`,
      dateTime: (value: Date | string, options: Handlebars.HelperOptions) =>
        formatDateTime(value, readerOf(options)),
      shortDate: (value: Date, options: Handlebars.HelperOptions) =>
        formatShort({ dateStyle: 'medium' }, value, readerOf(options)),
      shortHour: (value: Date, options: Handlebars.HelperOptions) =>
        formatShort({ timeStyle: 'short' }, value, readerOf(options)),
      list: (names: readonly string[], options: Handlebars.HelperOptions) => {
        const { more } = options.hash as { more?: string };
        return new Intl.ListFormat(localeOf(options)).format(more ? [...names, more] : names);
      },
      languages: () => LOCALES.map((code) => ({ code, native: nativeName(code) })),
      timeZones: (chosen: unknown) => zonesBeside(chosen),
      nativeName: (locale: string) => nativeName(locale),
      countries: (options: Handlebars.HelperOptions) => countryNames(localeOf(options)),
      localNumber: (value: number, options: Handlebars.HelperOptions) =>
        new Intl.NumberFormat(tagOf(readerOf(options))).format(value),
      fileSize: (bytes: number, options: Handlebars.HelperOptions) =>
        formatFileSize(bytes, tagOf(readerOf(options))),
      localPercent: (share: number, options: Handlebars.HelperOptions) =>
        new Intl.NumberFormat(tagOf(readerOf(options)), {
          style: 'percent',
          maximumFractionDigits: 1,
        }).format(share),
      day: (value: string, options: Handlebars.HelperOptions) => formatDay(value, tagOf(readerOf(options))),
      timeZone: (options: Handlebars.HelperOptions) => zoneName(readerOf(options)),
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

const readerOf = (options: Handlebars.HelperOptions) => options.data as RenderOptions;
const localeOf = (options: Handlebars.HelperOptions) => readerOf(options).locale;
const tagOf = ({ region, locale }: RenderOptions) => region ?? locale;

function inWords(value: StatementValue, reader: RenderOptions): string | number {
  if (typeof value !== 'object') return value;
  if ('instant' in value) return formatDateTime(value.instant, reader);
  if ('day' in value) return formatDay(value.day, tagOf(reader));
  return new Intl.ListFormat(reader.locale).format(value.map(String));
}

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;

/** Such as `2.4 MB` or `120 kB`, never less than one kilobyte. */
function formatFileSize(bytes: number, locale: string): string {
  const isLarge = bytes >= MEGABYTE;
  const count = isLarge ? bytes / MEGABYTE : Math.max(1, Math.round(bytes / KILOBYTE));
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  });
  return format.format(count);
}

/** An instant as its reader writes it, in their zone, which is named: `27 November 2026 at 14:05 CET`. */
export function formatDateTime(value: Date | string, reader: RenderOptions): string {
  const format = new Intl.DateTimeFormat(tagOf(reader), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: reader.timeZone ?? UTC,
    timeZoneName: 'short',
  });
  return format.format(new Date(value));
}

/** The day or the hour of an instant in the reader's zone, as short as it can be told. */
function formatShort(
  style: Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>,
  value: Date,
  reader: RenderOptions,
): string {
  const options = { ...style, timeZone: reader.timeZone ?? UTC };
  return new Intl.DateTimeFormat(tagOf(reader), options).format(value);
}

/** The reader's zone by its IANA name, in words: `America/New York`. */
const zoneName = ({ timeZone = UTC }: RenderOptions) => timeZone.replaceAll('_', ' ');

/** All zones to choose from, with the chosen one even if it is an old name. */
function zonesBeside(chosen: unknown) {
  const isOld = typeof chosen === 'string' && chosen !== '' && !TIME_ZONES.includes(chosen);
  const names = isOld ? [chosen, ...TIME_ZONES] : TIME_ZONES;
  return names.map((name) => ({ name, isChosen: name === chosen }));
}

/**
 * JSON as a whole attribute value in single quotes. Its own quotes stay as they are: escaped, each would be six
 * characters, and a page may have thousands.
 */
export function jsonAttribute(json: string): Handlebars.SafeString {
  const escaped = json.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;');
  return new Handlebars.SafeString(`'${escaped}'`);
}

/** A name such as `signature.created` as HTML that only breaks after its stops and underscores. */
function breakable(code: string): Handlebars.SafeString {
  const parts = code.split(/(?<=[._])/).map((part) => Handlebars.escapeExpression(part));
  return new Handlebars.SafeString(parts.join('<wbr>'));
}

/** Every country of ISO 3166-1 with its name in the locale, in that language's alphabetical order. */
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
