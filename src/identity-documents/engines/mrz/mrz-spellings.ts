/**
 * Letters that Unicode decomposition does not reduce to A–Z, with the spellings issuers use in the MRZ (ICAO
 * 9303-3 §6 A, "Multinational Latin-based characters"); ICAO's recommendation comes first.
 */
const SPELLINGS: Record<string, readonly string[]> = {
  Ä: ['AE', 'A'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Ð: ['D'],
  Đ: ['D'],
  Ħ: ['H'],
  İ: ['I'],
  ı: ['I'],
  Ĳ: ['IJ'],
  Ł: ['L'],
  Ñ: ['N', 'NXX'],
  Ŋ: ['N'],
  Ö: ['OE', 'O'],
  Ø: ['OE', 'O'],
  Œ: ['OE'],
  ß: ['SS'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ŧ: ['T'],
  Ü: ['UE', 'U', 'UXX'],
};

/** Limits the combinations: eight letters with two spellings each would give 256. */
const MAX_SPELLINGS = 64;

/**
 * Spellings of a name in an MRZ, ICAO's recommended one first: capitals A–Z, words separated by one space.
 * Apostrophes are dropped; hyphens and other non-letters separate words.
 */
export function mrzSpellings(name: string): string[] {
  const letters = [...name.normalize('NFC').replace(/['’ʼ`´]/g, '')];
  let spellings = [''];
  for (const letter of letters) {
    const choices = SPELLINGS[upperCase(letter)] ?? [baseLetter(letter)];
    const usable = spellings.length * choices.length > MAX_SPELLINGS ? choices.slice(0, 1) : choices;
    spellings = usable.flatMap((choice) => spellings.map((spelling) => spelling + choice));
  }
  return [...new Set(spellings.map((spelling) => spelling.trim().replace(/ +/g, ' ')))];
}

/** `toUpperCase` would turn ß into SS and ı into I, which the table handles itself. */
function upperCase(letter: string): string {
  return letter === 'ß' || letter === 'ı' ? letter : letter.toUpperCase();
}

function baseLetter(letter: string): string {
  const base = letter.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return /^[A-Z]+$/.test(base) ? base : ' ';
}
