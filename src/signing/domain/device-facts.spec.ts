import { languageOf } from './device-facts.js';

describe('languageOf', () => {
  it.each([
    ['en-GB,en;q=0.9,es;q=0.8', 'en-GB'],
    ['es;q=0.5', 'es'],
    [' zh-Hant-TW ', 'zh-Hant-TW'],
  ])('reads the language %s as %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  it.each([undefined, '', '*', '<b>en</b>', 'e n', `en-${'x'.repeat(9)}`, ', en'])(
    'reads no language in %s',
    (header) => {
      expect(languageOf(header)).toBeNull();
    },
  );
});
