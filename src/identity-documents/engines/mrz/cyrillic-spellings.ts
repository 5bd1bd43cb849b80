type Table = Readonly<Record<string, string>>;

/** ICAO 9303-3 §6 B, "Cyrillic characters", and letters of Kazakh, Tajik, Tatar and Bashkir. */
const ICAO: Table = {
  ...{ А: 'A', Б: 'B', В: 'V', Г: 'G', Д: 'D', Е: 'E', Ё: 'E', Ж: 'ZH', З: 'Z', И: 'I', І: 'I', Й: 'I' },
  ...{ К: 'K', Л: 'L', М: 'M', Н: 'N', О: 'O', П: 'P', Р: 'R', С: 'S', Т: 'T', У: 'U', Ф: 'F', Х: 'KH' },
  ...{ Ц: 'TS', Ч: 'CH', Ш: 'SH', Щ: 'SHCH', Ъ: 'IE', Ы: 'Y', Ь: '', Э: 'E', Ю: 'IU', Я: 'IA' },
  ...{ Ѣ: 'E', Ѳ: 'F', Ѵ: 'Y', Ѫ: 'U', Ґ: 'G', Ў: 'U', Ѓ: 'G', Ђ: 'D', Ѕ: 'DZ', Ј: 'J', Ќ: 'K', Љ: 'LJ' },
  ...{ Њ: 'NJ', Ћ: 'C', Џ: 'DZ', Є: 'IE', Ї: 'I' },
  ...{ Ә: 'A', Ғ: 'G', Қ: 'K', Ң: 'N', Ө: 'O', Ұ: 'U', Ү: 'U', Һ: 'H' },
  ...{ Ҷ: 'J', Ҳ: 'H', Җ: 'ZH', Ҙ: 'Z', Ҫ: 'S', Ҡ: 'K', Ҥ: 'N', Ҹ: 'CH' },
};

/** Issuers' deviations: for some states in brackets in ICAO's table, for others in their own laws. */
const ISSUERS: readonly Table[] = [
  ICAO,
  // Russia before 2010, Kazakhstan, Kyrgyzstan.
  { ...ICAO, Й: 'Y', Ю: 'YU', Я: 'YA', Ъ: '' },
  // Ukraine.
  { ...ICAO, Г: 'H', И: 'Y' },
  // Belarus.
  { ...ICAO, Г: 'H', Ё: 'IO' },
  // Bulgaria.
  { ...ICAO, Й: 'Y', Х: 'H', Щ: 'SHT', Ъ: 'A', Ь: 'Y', Ю: 'YU', Я: 'YA' },
  // Serbia, Montenegro, and Bosnia and Herzegovina.
  { ...ICAO, Ж: 'Z', Х: 'H', Ц: 'C', Ч: 'C', Ш: 'S' },
  { ...ICAO, Ж: 'Z', Х: 'H', Ц: 'C', Ч: 'C', Ш: 'S', Ђ: 'DJ' },
  // Tajikistan.
  { ...ICAO, Ё: 'YO', Й: 'Y', Ю: 'YU', Я: 'YA', Ғ: 'GH', Қ: 'Q', Ъ: '' },
  // Uzbek names in Cyrillic letters, which passports print in Latin ones.
  { ...ICAO, Ё: 'YO', Ж: 'J', Й: 'Y', Х: 'X', Ў: 'O', Ю: 'YU', Я: 'YA', Қ: 'Q', Ъ: '' },
  // North Macedonia.
  { ...ICAO, Х: 'H', Ц: 'C', Ѓ: 'GJ', Ќ: 'KJ' },
];

/** In Ukraine, these are spelled differently at the start of a word. */
const UKRAINIAN_INITIALS: Table = { Є: 'YE', Ї: 'YI', Й: 'Y', Ю: 'YU', Я: 'YA' };
const INITIAL = /(?<!\p{L})[ЄЇЙЮЯ]/gu;

/** Each replaces the Cyrillic letters of a text in capitals as an issuer does; ICAO's recommendation comes first. */
export const CYRILLIC_SPELLINGS: readonly ((text: string) => string)[] = [
  ...ISSUERS.map((table) => (text: string) => replaceLetters(text, table)),
  (text) =>
    replaceLetters(
      text.replace(INITIAL, (letter) => UKRAINIAN_INITIALS[letter]!),
      ISSUERS[2]!,
    ),
];

/** A letter with a mark that no table lists, such as Ӯ, is spelled as without. */
function replaceLetters(text: string, table: Table): string {
  return text.replace(
    /\p{Script=Cyrillic}/gu,
    (letter) => table[letter] ?? table[letter.normalize('NFD')[0]!] ?? letter,
  );
}
