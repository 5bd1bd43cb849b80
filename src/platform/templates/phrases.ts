/** Values for the `{name}` places of a text. */
export type TextValues = Record<string, string | number | undefined>;

/** The texts of one namespace in one language, by key without the namespace, for a process that has no catalogue. */
export interface PhraseBook {
  locale: string;
  texts: Readonly<Record<string, string>>;
}

/** As `TemplateRenderer.text`. @throws Error if the book lacks the key */
export function translate({ locale, texts }: PhraseBook, key: string, values: TextValues = {}): string {
  const text = findText((name) => texts[name], key, locale, values.count);
  if (text === undefined) throw new Error(`no text ${key}`);
  return fill(text, values, locale);
}

/** The text, or the plural form chosen by `count`; undefined if there is none. */
export function findText(
  get: (key: string) => string | undefined,
  key: string,
  locale: string,
  count: TextValues[string],
): string | undefined {
  if (typeof count !== 'number') return get(key);
  const form = new Intl.PluralRules(locale).select(count);
  return get(`${key}.${form}`) ?? get(`${key}.other`) ?? get(key);
}

/** Inserts values into a text. With a locale, `count` is formatted for its readers, such as "10,000". */
export function fill(text: string, values: TextValues, locale?: string): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (_match, name: string, stop: string) => {
    const given = values[name] ?? '';
    const value = name === 'count' && locale ? given.toLocaleString(locale) : String(given);
    // "Acme Ltd." at the end of a sentence already has a full stop.
    return value.endsWith('.') ? value : value + stop;
  });
}
