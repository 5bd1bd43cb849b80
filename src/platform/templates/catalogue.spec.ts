import { loadCatalogue, LOCALES } from './locales.js';

const catalogue = loadCatalogue();
const english = catalogue.get('en')!;
const others = LOCALES.filter((locale) => locale !== 'en');

/** Only the page of the API reference is in English alone. */
const isEnglishOnly = (key: string) => key.startsWith('reference.');
/** Versions of the consent differ by language. */
const isVersioned = (key: string) => /^consents?\./.test(key);

const FORM = /\.(zero|one|two|few|many|other)$/;
/** A key without its plural form. `other` on its own is a name, not a plural form. */
const groupOf = (key: string) => {
  const group = key.replace(FORM, '');
  return group !== key && english.has(`${group}.one`) && english.has(`${group}.other`) ? group : key;
};
const groupsOf = (texts: ReadonlyMap<string, string>) =>
  [...new Set([...texts.keys()].filter((key) => !isVersioned(key)).map(groupOf))].sort();
const placesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
const englishOf = (key: string) => english.get(groupOf(key)) ?? english.get(`${groupOf(key)}.other`)!;

it('has eight languages', () => {
  expect(LOCALES).toEqual(['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']);
});

describe.each(others)('texts in %s', (locale) => {
  const texts = catalogue.get(locale)!;

  it('has every text, and no others', () => {
    expect(groupsOf(texts)).toEqual(groupsOf(english).filter((key) => !isEnglishOnly(key)));
  });

  it('has the plural forms of the language', () => {
    const rules = new Intl.PluralRules(locale);
    const counted = Array.from({ length: 200 }, (_, count) => rules.select(count));
    const known = rules.resolvedOptions().pluralCategories;
    for (const group of groupsOf(texts).filter(
      (key) => english.has(`${key}.one`) && english.has(`${key}.other`),
    )) {
      const forms = [...texts.keys()]
        .filter((key) => groupOf(key) === group)
        .map((key) => key.split('.').at(-1)!);
      expect(forms).toEqual(expect.arrayContaining([...new Set(counted)]));
      expect(known).toEqual(expect.arrayContaining(forms));
    }
  });

  it('has the placeholders of the English texts', () => {
    for (const [key, text] of texts) {
      if (isVersioned(key)) continue;
      // A form for exactly one may spell the number out.
      const places = placesIn(englishOf(key)).filter((place) => place !== '{count}' || text.includes(place));
      expect({ key, places: placesIn(text) }).toEqual({ key, places });
    }
  });

  it('translates every text, with correct typography', () => {
    for (const [key, text] of texts) {
      if (text.length > 25 && !isVersioned(key))
        expect({ key, text }).not.toEqual({ key, text: englishOf(key) });
      expect({ key, text: text.trim() }).toEqual({ key, text });
      expect({ key, found: /["']| {2}|\.\.\./.exec(text)?.[0] }).toEqual({ key, found: undefined });
    }
  });
});
