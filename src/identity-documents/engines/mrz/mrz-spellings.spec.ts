import { Random } from '../../../../scripts/mrz/random.js';
import { inDepth } from '../../../../test/support/in-depth.js';
import { compareNames, NAME_MATCH_CLEAR } from '../../name-match.js';
import { mrzSpellings } from './mrz-spellings.js';

/** ICAO 9303-3 §6 A: the spellings its table recommends or allows, and those of letters it does not list. */
const LATIN: Readonly<Record<string, readonly string[]>> = {
  ...{ Á: ['A'], À: ['A'], Â: ['A'], Ä: ['AE', 'A'], Ã: ['A'], Ă: ['A'], Å: ['AA', 'A'], Ā: ['A'], Ą: ['A'] },
  ...{ Æ: ['AE'], Ć: ['C'], Ĉ: ['C'], Č: ['C'], Ċ: ['C'], Ç: ['C'], Đ: ['D', 'DJ'], Ď: ['D'], Ð: ['D'] },
  ...{ É: ['E'], È: ['E'], Ê: ['E'], Ë: ['E'], Ě: ['E'], Ė: ['E'], Ē: ['E'], Ę: ['E'], Ĕ: ['E'], Ĝ: ['G'] },
  ...{ Ğ: ['G'], Ġ: ['G'], Ģ: ['G'], Ħ: ['H'], Ĥ: ['H'], İ: ['I'], Í: ['I'], Ì: ['I'], Î: ['I'], Ï: ['I'] },
  ...{ Ĩ: ['I'], Ī: ['I'], Į: ['I'], Ĭ: ['I'], Ĵ: ['J'], Ķ: ['K'], Ł: ['L'], Ĺ: ['L'], Ľ: ['L'], Ļ: ['L'] },
  ...{ Ŀ: ['L'], Ń: ['N'], Ñ: ['N', 'NXX'], Ň: ['N'], Ņ: ['N'], Ŋ: ['N'], Ø: ['OE'], Ó: ['O'], Ò: ['O'] },
  ...{ Ô: ['O'], Ö: ['OE', 'O'], Õ: ['O'], Ő: ['O'], Ō: ['O'], Ŏ: ['O'], Œ: ['OE'], Ŕ: ['R'], Ř: ['R'] },
  ...{ Ŗ: ['R'], Ś: ['S'], Ŝ: ['S'], Š: ['S'], Ş: ['S'], ẞ: ['SS'], ß: ['SS'], Ť: ['T'], Ţ: ['T'], Ŧ: ['T'] },
  ...{
    Ú: ['U'],
    Ù: ['U'],
    Û: ['U'],
    Ü: ['UE', 'UXX', 'U'],
    Ũ: ['U'],
    Ŭ: ['U'],
    Ű: ['U'],
    Ů: ['U'],
    Ū: ['U'],
  },
  ...{ Ų: ['U'], Ŵ: ['W'], Ý: ['Y'], Ŷ: ['Y'], Ÿ: ['Y'], Ź: ['Z'], Ž: ['Z'], Ż: ['Z'], Þ: ['TH'], Ĳ: ['IJ'] },
  ...{ Ə: ['A', 'E'], Ɛ: ['E'], Ɔ: ['O'], Ɖ: ['D'], Ɓ: ['B'], Ɗ: ['D'], Ǥ: ['G'], ŀ: ['L'], ı: ['I'] },
};

/** ICAO 9303-3 §6 B: by state, where its table distinguishes them. */
const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ А: 'A', Б: 'B', В: 'V', Г: 'G', Д: 'D', Е: 'E', Ё: 'E', Ж: 'ZH', З: 'Z', И: 'I', І: 'I', Й: 'I' },
  ...{ К: 'K', Л: 'L', М: 'M', Н: 'N', О: 'O', П: 'P', Р: 'R', С: 'S', Т: 'T', У: 'U', Ф: 'F', Х: 'KH' },
  ...{ Ц: 'TS', Ч: 'CH', Ш: 'SH', Щ: 'SHCH', Ы: 'Y', Ъ: 'IE', Э: 'E', Ю: 'IU', Я: 'IA', Ґ: 'G', Ў: 'U' },
  ...{ Ѓ: 'G', Ђ: 'D', Ѕ: 'DZ', Ј: 'J', Ќ: 'K', Љ: 'LJ', Њ: 'NJ', Џ: 'DZ', Є: 'IE', Ї: 'I' },
};

const NAMES = 60;

/** A word in national letters, and in the spelling of an issuer that has chosen one for each letter. */
function randomWord(
  random: Random,
  table: Readonly<Record<string, readonly string[]>>,
  choices: Map<string, string>,
) {
  const letters = Array.from({ length: 4 + random.below(6) }, () => random.pick(Object.keys(table)));
  const spelled = letters.map((letter) => {
    const choice = choices.get(letter) ?? random.pick(table[letter]!);
    choices.set(letter, choice);
    return choice;
  });
  const written = letters.join('');
  return { written: random.chance(0.5) ? written.toLowerCase() : written, spelled: spelled.join('') };
}

function randomNames(seed: number, table: Readonly<Record<string, readonly string[]>>) {
  const random = new Random(seed);
  return Array.from({ length: NAMES }, () => {
    // An issuer that keeps to one spelling per letter; few names have many letters with several spellings.
    const choices = new Map<string, string>();
    const few = Object.fromEntries(
      Array.from({ length: 12 }, () => random.pick(Object.keys(table))).map((letter) => [
        letter,
        table[letter]!,
      ]),
    );
    const [given, surname] = [randomWord(random, few, choices), randomWord(random, few, choices)];
    return {
      claimed: { firstName: given.written, lastName: surname.written },
      document: { givenNames: given.spelled, surname: surname.spelled, namesMayBeTruncated: false },
    };
  });
}

const single = Object.fromEntries(Object.entries(CYRILLIC).map(([letter, spelling]) => [letter, [spelling]]));

describe.each([
  ['Latin', LATIN],
  ['Cyrillic', single],
])('%s letters', (_, table) => {
  it.each(Object.entries(table))('spells %s as %s', (letter, spellings) => {
    expect(mrzSpellings(letter)).toEqual(expect.arrayContaining([...spellings]));
  });

  inDepth('matches names with their own spellings, and with no stranger’s', () => {
    const names = randomNames(2026, table);
    for (const { claimed, document } of names)
      expect([claimed, compareNames(claimed, document)]).toEqual([claimed, 1]);
    const matched = names.flatMap(({ claimed }, at) =>
      names.filter(
        (other, index) => index !== at && compareNames(claimed, other.document) >= NAME_MATCH_CLEAR,
      ),
    );
    expect(matched).toEqual([]);
  });
});

it.each([
  ['Ҷамшед Раҳимов', 'JAMSHED RAHIMOV'],
  ['Зӯҳро Қосимӣ', 'ZUHRO QOSIMI'],
  ['Ғайрат', 'GHAYRAT'],
  ['Ўткир Қўчқоров', 'OTKIR QOCHQOROV'],
  ['Җәмилә', 'ZHAMILA'],
])('spells Cyrillic letters that ICAO does not list: %s', (name, spelling) => {
  expect(mrzSpellings(name)).toContain(spelling);
});

it('leaves no Cyrillic letter of a state’s alphabet out', () => {
  for (const letter of 'ҶҲӮӢҒҚҰҮҺӘӨҢҐЄІЇЎЃЌЉЊЋЏЅЂЙЁЭЫҖҘҪҠҤҸӐӖӘ')
    expect([letter, mrzSpellings(letter).every((spelling) => /^[A-Z]+$/.test(spelling))]).toEqual([
      letter,
      true,
    ]);
});

it('spells every letter alike throughout a name', () => {
  expect(mrzSpellings('Ünlü')).toEqual(['UENLUE', 'UNLU', 'UXXNLUXX']);
});
