import { loadCatalogue, LOCALES } from './locales.js';

const catalogue = loadCatalogue();
const english = catalogue.get('en')!;
const others = LOCALES.filter((locale) => locale !== 'en');

/** The pages of the dashboard and of the API reference are English only; mails to members are not. */
const isEnglishOnly = (key: string) => /^(?:dashboard|reference)\./.test(key);
/** The versions of the consent are each language's own. */
const isVersioned = (key: string) => key.startsWith('consent.');

const FORM = /\.(zero|one|two|few|many|other)$/;
/** A key without its plural form. `other` alone is no plural form but a name. */
const groupOf = (key: string) => {
  const group = key.replace(FORM, '');
  return group !== key && english.has(`${group}.one`) && english.has(`${group}.other`) ? group : key;
};
const groupsOf = (texts: ReadonlyMap<string, string>) =>
  [...new Set([...texts.keys()].filter((key) => !isVersioned(key)).map(groupOf))].sort();
const placesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
const englishOf = (key: string) => english.get(groupOf(key)) ?? english.get(`${groupOf(key)}.other`)!;

it('speaks eight languages', () => {
  expect(LOCALES).toEqual(['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']);
});

describe.each(others)('the texts in %s', (locale) => {
  const texts = catalogue.get(locale)!;

  it('are all there, and no others', () => {
    expect(groupsOf(texts)).toEqual(groupsOf(english).filter((key) => !isEnglishOnly(key)));
  });

  it('have the plural forms of the language', () => {
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

  it('have the places of the English ones', () => {
    for (const [key, text] of texts) {
      if (isVersioned(key)) continue;
      // A form for exactly one may write the number out.
      const places = placesIn(englishOf(key)).filter((place) => place !== '{count}' || text.includes(place));
      expect({ key, places: placesIn(text) }).toEqual({ key, places });
    }
  });

  it('are translated and set with care', () => {
    for (const [key, text] of texts) {
      if (text.length > 25 && !isVersioned(key))
        expect({ key, text }).not.toEqual({ key, text: englishOf(key) });
      expect({ key, text: text.trim() }).toEqual({ key, text });
      expect({ key, found: /["']| {2}|\.\.\./.exec(text)?.[0] }).toEqual({ key, found: undefined });
    }
  });
});
