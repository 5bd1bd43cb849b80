/**
 * Letters that normalization to base letters does not settle, with the spellings that issuers use in the machine
 * readable zone (ICAO 9303-3 §6 A, "Multinational Latin-based characters"). The first is ICAO's recommendation.
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

/** At most so many spellings of one name are compared: eight doubtful letters give 256 at two each. */
const MAX_SPELLINGS = 64;

/**
 * The ways in which a name may stand in a machine readable zone, ICAO's recommended one first: capitals A–Z, words
 * separated by one space. Apostrophes vanish, hyphens and everything else that is no letter separate words.
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

/** `toUpperCase` would make two letters of ß, which the table knows as one. */
function upperCase(letter: string): string {
  return letter === 'ß' || letter === 'ı' ? letter : letter.toUpperCase();
}

function baseLetter(letter: string): string {
  const base = letter.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return /^[A-Z]+$/.test(base) ? base : ' ';
}
