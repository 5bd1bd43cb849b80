import { type TextFormat } from '../form-definition.js';
import { describeFormat, isTextFormat, printedFormat, toFormat } from './formats.js';

const RIGHT: [TextFormat, string, string][] = [
  ['email', 'Anna@Example.COM', 'Anna@example.com'],
  ['email', "o'brien+tag@mail.example.co.uk", "o'brien+tag@mail.example.co.uk"],
  ['email', 'zoë@exämple.de', 'zoë@exämple.de'],
  ['phone', '+49 30 123-456', '+4930123456'],
  ['phone', '(030) 123 456', '030123456'],
  ['phone', '112 2', '1122'],
  // The examples of the registry.
  ['iban', 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['iban', 'gb29nwbk60161331926819', 'GB29NWBK60161331926819'],
  ['iban', 'FR14 2004 1010 0505 0001 3M02 606', 'FR1420041010050500013M02606'],
  ['iban', 'MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
  ['iban', 'NO93 8601 1117 947', 'NO9386011117947'],
  ['url', 'HTTPS://Example.com/Path?q=1#x', 'https://example.com/Path?q=1#x'],
  ['url', 'http://example.com:8080', 'http://example.com:8080'],
  ['postal_code:DE', '10115', '10115'],
  ['postal_code:NL', '1012ab', '1012 AB'],
  ['postal_code:GB', 'sw1a1aa', 'SW1A 1AA'],
  ['postal_code:GB', 'M1 1AE', 'M1 1AE'],
  ['postal_code:CA', 'k1a-0b1', 'K1A 0B1'],
  ['postal_code:PL', '00950', '00-950'],
  ['postal_code:US', '20500-0003', '20500-0003'],
  ['postal_code:US', '20500', '20500'],
  ['postal_code:IE', 'd02 af30', 'D02 AF30'],
  ['postal_code:SE', '12345', '123 45'],
];

const WRONG: [TextFormat, string][] = [
  ...[
    '',
    'anna',
    'anna@',
    '@example.com',
    'anna@localhost',
    'a b@example.com',
    'anna@example..com',
    '.a@example.com',
  ].map((text): [TextFormat, string] => ['email', text]),
  ['email', `${'a'.repeat(65)}@example.com`],
  ['email', 'anna@-example.com'],
  ...['+49 (0)30 123456', '+0 123 456 789', '12+34567', '123', '+12345', '1'.repeat(16), 'call me'].map(
    (text): [TextFormat, string] => ['phone', text],
  ),
  ...[
    'DE88370400440532013000',
    'DE8937040044053201300',
    'XX89370400440532013000',
    'DE',
    '',
    'DE00370400440532013000',
  ].map((text): [TextFormat, string] => ['iban', text]),
  ...[
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://user:pw@example.com',
    'https://a b.com',
  ].map((text): [TextFormat, string] => ['url', text]),
  ['url', 'https://example.com:70000'],
  ['url', 'https://example.com/<script>'],
  ['postal_code:DE', '1011'],
  ['postal_code:DE', '1011A'],
  ['postal_code:GB', 'SW1A'],
  ['postal_code:NL', '10123'],
];

describe('formats of texts', () => {
  it.each(RIGHT)('%s: %s becomes %s', (format, text, spelling) => {
    expect(toFormat(text, format)).toBe(spelling);
    expect(toFormat(spelling, format)).toBe(spelling);
  });

  it.each(WRONG)('%s: refuses %j', (format, text) => {
    expect(toFormat(text, format)).toBeNull();
  });

  it('detects every change of one digit and every swap of neighbours in an IBAN', () => {
    const iban = 'DE89370400440532013000';
    const changed = [...iban].flatMap((character, at) =>
      at < 2
        ? []
        : [...'0123456789']
            .filter((digit) => digit !== character)
            .map((digit) => iban.slice(0, at) + digit + iban.slice(at + 1)),
    );
    const swapped = [...iban].flatMap((character, at) => {
      const next = iban[at + 1];
      if (at < 2 || next === undefined || next === character) return [];
      return [iban.slice(0, at) + next + character + iban.slice(at + 2)];
    });
    expect(changed.length + swapped.length).toBeGreaterThan(190);
    expect([...changed, ...swapped].filter((text) => toFormat(text, 'iban') !== null)).toEqual([]);
  });

  it.each(['postal_code:XX', 'postal_code:', 'postal_code:toString', 'mail', 5, null])(
    'knows no format %j',
    (format) => {
      expect(isTextFormat(format)).toBe(false);
    },
  );

  it('describes and prints them', () => {
    expect(describeFormat('postal_code:DE')).toBe('a postal code of DE');
    expect(printedFormat('DE89370400440532013000', 'iban')).toBe('DE89 3704 0044 0532 0130 00');
    expect(printedFormat('anna@example.com', 'email')).toBe('anna@example.com');
  });
});
