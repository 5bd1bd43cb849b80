/**
 * Postal codes by country (Universal Postal Union): 9 stands for a digit, A for a letter, * for either. Everything else
 * is written as it is, and may be left out when typing.
 */
const DIGITS: Readonly<Record<string, string>> = {
  '9999': 'AT AU BE BG CH CY DK GE HU LI LU LV MD MK NO NZ PH SI TN ZA',
  '99999': 'BA CR DE DZ EE EG ES FI FR HR ID IS IT KE KR KW LT MA MC ME MX MY PK RS SA SM TH TR UA UY VA VN',
  '999999': 'BY CN CO IN KG KZ RO RU SG TJ',
  '999 99': 'CZ GR SE SK',
};
const MASKS: Readonly<Record<string, readonly string[]>> = {
  BR: ['99999-999'],
  CA: ['A9A 9A9'],
  GB: ['A9 9AA', 'A99 9AA', 'AA9 9AA', 'AA99 9AA', 'A9A 9AA', 'AA9A 9AA'],
  IE: ['A9* ****'],
  IL: ['9999999'],
  JP: ['999-9999'],
  MT: ['AAA 9999'],
  NL: ['9999 AA'],
  PL: ['99-999'],
  PT: ['9999-999'],
  US: ['99999', '99999-9999'],
  ...Object.fromEntries(
    Object.entries(DIGITS).flatMap(([mask, countries]) =>
      countries.split(' ').map((country) => [country, [mask]]),
    ),
  ),
};

/** ISO 3166-1 alpha-2. */
export const POSTAL_CODE_COUNTRIES: readonly string[] = Object.keys(MASKS);

export const hasPostalCodes = (country: string) => Object.hasOwn(MASKS, country);

/**
 * The postal code as it is printed; null if no code of the country is written so.
 * @param country - ISO 3166-1 alpha-2, one that `hasPostalCodes`
 */
export function toPostalCode(text: string, country: string): string | null {
  const typed = text.replace(/[ -]/g, '').toUpperCase();
  return MASKS[country]!.flatMap((mask) => filledIn(mask, typed) ?? [])[0] ?? null;
}

const MATCHES: Readonly<Record<string, RegExp>> = { '9': /\d/, A: /[A-Z]/, '*': /[A-Z0-9]/ };

function filledIn(mask: string, typed: string): string | null {
  if (mask.replace(/[ -]/g, '').length !== typed.length) return null;
  let at = 0;
  let code = '';
  for (const place of mask) {
    if (place === ' ' || place === '-') code += place;
    else {
      const character = typed[at++]!;
      if (!MATCHES[place]!.test(character)) return null;
      code += character;
    }
  }
  return code;
}
