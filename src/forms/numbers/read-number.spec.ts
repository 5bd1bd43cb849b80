import { Random } from '../../../scripts/mrz/random.js';
import { decimalText, toDecimal } from './decimal.js';
import { formatNumber } from './format-number.js';
import { numberEntry, readNumber } from './read-number.js';

const LOCALES = ['en', 'de', 'de-CH', 'es', 'es-MX', 'fr', 'it', 'nl', 'pl', 'pt', 'pt-PT', 'ja'];
const either = (grouped: string, pointed: string) => ({ readings: [grouped, pointed] });
const read = (entry: string, locale: string) => {
  const reading = readNumber(entry, locale, []);
  return 'value' in reading ? reading.value : reading;
};
const NO_NUMBER = { fault: 'not_a_number' };

describe('reading a number', () => {
  it.each([
    // Both marks: the last is the decimal one, in any language.
    ['1,234.50', '1234.5'],
    ['1.234,50', '1234.5'],
    ['1.234.567,8', '1234567.8'],
    ['12,34,567.8', '1234567.8'],
    // One reading is possible.
    ['1234', '1234'],
    ['1.50', '1.5'],
    ['1,5', '1.5'],
    ['0.123', '0.123'],
    ['0,123', '0.123'],
    ['1234.567', '1234.567'],
    ['1.234.567', '1234567'],
    ['1,23,456', '123456'],
    ['.5', '0.5'],
    ['1.2345', '1.2345'],
    ['007', '7'],
    // Spaces and apostrophes group.
    ['1 234', '1234'],
    ['1\u00a0234,5', '1234.5'],
    ['1\u202f234\u202f567', '1234567'],
    ['1 234.567', '1234.567'],
    ["1'234.50", '1234.5'],
    ['1’234’567', '1234567'],
    // Signs.
    ['-5', '-5'],
    ['− 5,25', '-5.25'],
    ['+3', '3'],
    ['-0', '0'],
    // Other digits.
    ['١٢٣٤٫٥', '1234.5'],
    ['١٬٢٣٤', '1234'],
    ['۱۲٫۵', '12.5'],
    ['१२३', '123'],
    ['１２．５', '12.5'],
  ])('%s is %s in any language', (entry, value) => {
    expect(LOCALES.map((locale) => read(entry, locale))).toEqual(LOCALES.map(() => value));
  });

  it.each([
    ['1.234', 'en', '1.234'],
    ['1,234', 'en', '1234'],
    ['1.234', 'nl', '1234'],
    ['1,234', 'nl', '1.234'],
    ['1.234', 'pt', '1234'],
    ['1.234', 'de-DE', '1234'],
    ['1.234', 'de-AT', '1234'],
    ['1.234', 'de-CH', '1.234'],
    ['1,234', 'de', '1.234'],
    ['1,234', 'fr', '1.234'],
    ['1,234', 'pl', '1.234'],
    ['1.234', 'es-MX', '1.234'],
    ['1,234', 'es-MX', '1234'],
    ['1.234', 'de', either('1234', '1.234')],
    ['1.234', 'it', either('1234', '1.234')],
    ['1.234', 'fr', either('1234', '1.234')],
    ['-1.234', 'pl', either('-1234', '-1.234')],
    ['1.234', 'es', either('1234', '1.234')],
    ['1,234', 'es', either('1234', '1.234')],
    ['1,234', 'ja', either('1234', '1.234')],
    ['١,٢٣٤', 'ja', either('1234', '1.234')],
  ])('reads %s in %s', (entry, locale, expected) => {
    expect(read(entry, locale)).toEqual(expected);
  });

  it.each([
    ...[
      'abc',
      '1.2.3',
      '1,2,3',
      '1 23',
      '12 34',
      '1,234 567',
      "1'234 567",
      '1e3',
      '1.',
      ',',
      '.',
      '-',
      '- -1',
    ],
    ...[
      '1-2',
      '1.234,567.8',
      '1,234.567,8',
      '0,123,456',
      '1234,567.8',
      '١2',
      '1٢',
      '½',
      '²',
      '0x10',
      '1_000',
    ],
    ...['1'.repeat(101), '1 234 56', '123,45,678', '(5)', '5-', '5 %', '1..5'],
  ])('reads no number from %j', (entry) => {
    expect(LOCALES.map((locale) => read(entry, locale))).toEqual(LOCALES.map(() => NO_NUMBER));
  });

  it('accepts at most 34 digits', () => {
    expect(read('9'.repeat(34), 'en')).toBe('9'.repeat(34));
    expect(read('9'.repeat(35), 'en')).toEqual({ fault: 'too_many_digits' });
  });

  it.each([
    ['12 kg', ['kg'], '12'],
    ['12KG', ['kg'], '12'],
    ['€ 1.5', ['EUR', '€'], '1.5'],
    ['1.5 eur', ['EUR', '€'], '1.5'],
    ['50%', ['%'], '50'],
    ['12 m²', ['m²'], '12'],
  ])('reads %s with its unit', (entry, affixes, value) => {
    expect(readNumber(entry, 'en', affixes)).toEqual({ value });
  });

  it.each([['12 lb'], ['kg'], ['kg 12 kg'], ['12 kg kg']])('reads no number in kg from %s', (entry) => {
    expect(readNumber(entry, 'en', ['kg'])).toEqual(NO_NUMBER);
  });
});

describe('showing a number', () => {
  it.each([
    ['1234567.5', 'en', '1,234,567.50'],
    ['1234.5', 'de', '1.234,50'],
    ['-1234.5', 'de-CH', '-1’234.50'],
    ['1234.5', 'es', '1234,50'],
    ['12345.5', 'es', '12.345,50'],
    ['1234.5', 'fr', '1\u202f234,50'],
    ['1234.5', 'it', '1234,50'],
    ['1234.5', 'de-AT', '1\u00a0234,50'],
    ['1234.5', 'nl', '1.234,50'],
    ['1234.5', 'pl', '1234,50'],
    ['12345.5', 'pl', '12\u00a0345,50'],
    ['1234.5', 'pt', '1.234,50'],
    ['0', 'en', '0.00'],
    ['0.125', 'en', '0.125'],
    ['1234.5', 'ja', '1234.50'],
  ])('%s in %s is %s', (value, locale, shown) => {
    expect(formatNumber(value, locale, 2)).toBe(shown);
  });

  it('shows and offers nothing that reads as another number', () => {
    const random = new Random(5);
    for (let round = 0; round < 4_000; round++) {
      const digits = String(random.below(10 ** random.below(9)));
      const places = random.below(5);
      const text =
        places === 0 ? digits : `${digits}.${String(random.below(10 ** places)).padStart(places, '0')}`;
      const value = decimalText(toDecimal(`${random.chance(0.3) ? '-' : ''}${text}`)!);
      const locale = random.pick(LOCALES);
      expect(readNumber(numberEntry(value, locale), locale, [])).toEqual({ value });
      const shown = readNumber(formatNumber(value, locale), locale, []);
      expect('readings' in shown ? shown.readings : Object.values(shown)).toContain(value);
    }
  });
});
