import { languageOf, timeZoneOf } from './device-facts.js';

describe('languageOf', () => {
  it.each([
    ['en-GB,en;q=0.9,es;q=0.8', 'en-GB'],
    ['es;q=0.5', 'es'],
    [' zh-Hant-TW ', 'zh-Hant-TW'],
  ])('reads %s as %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  it.each([undefined, '', '*', '<b>en</b>', 'e n', `en-${'x'.repeat(9)}`, ', en'])(
    'reads nothing in %s',
    (header) => {
      expect(languageOf(header)).toBeNull();
    },
  );
});

describe('timeZoneOf', () => {
  it.each([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Calcutta', 'Asia/Kolkata', 'Etc/GMT+5'])(
    'knows %s',
    (zone) => {
      expect(timeZoneOf(zone)).toBe(zone);
    },
  );

  it.each([undefined, 7, '', 'Mars/Olympus', '+02:00', 'Europe/Berlin\n', 'Europe/'.repeat(20), '<script>'])(
    'knows no %s',
    (told) => {
      expect(timeZoneOf(told)).toBeNull();
    },
  );
});
