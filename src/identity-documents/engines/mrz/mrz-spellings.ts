import { CYRILLIC_SPELLINGS } from './cyrillic-spellings.js';

/**
 * Letters that Unicode decomposition does not reduce to A–Z, or that issuers also spell differently (ICAO 9303-3 §6
 * A, "Multinational Latin-based characters"); ICAO's recommendation, if any, comes first. Below them are letters of
 * national alphabets that ICAO does not list.
 */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  Ä: ['AE', 'A'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Ð: ['D'],
  Đ: ['D', 'DJ'],
  Ħ: ['H'],
  Ĳ: ['IJ'],
  ĸ: ['K', 'Q'],
  Ŀ: ['L'],
  Ł: ['L'],
  Ñ: ['N', 'NXX'],
  Ŋ: ['N', 'NG'],
  Ö: ['OE', 'O'],
  Ø: ['OE', 'O'],
  Œ: ['OE'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ŧ: ['T'],
  Ü: ['UE', 'U', 'UXX'],

  // Azerbaijan prints Ə as A.
  Ə: ['A', 'E'],
  Ǝ: ['E'],
  Ɛ: ['E'],
  Ɔ: ['O'],
  Ɵ: ['O'],
  Ɓ: ['B'],
  Ƀ: ['B'],
  Ȼ: ['C'],
  Ɖ: ['D'],
  Ɗ: ['D'],
  Ƒ: ['F'],
  Ǥ: ['G'],
  Ɠ: ['G'],
  Ɣ: ['G', 'GH'],
  Ɨ: ['I'],
  Ɩ: ['I'],
  Ƙ: ['K'],
  Ƚ: ['L'],
  Ɲ: ['N', 'NY'],
  Ƥ: ['P'],
  Ɍ: ['R'],
  Ʃ: ['S', 'SH'],
  Ƭ: ['T'],
  Ʉ: ['U'],
  Ʊ: ['U'],
  Ʋ: ['V'],
  Ƴ: ['Y'],
  Ʒ: ['Z'],
  Ƶ: ['Z'],
  Ⱥ: ['A'],
};

/** Apostrophes, the letters and signs that look like them, and the point between two Catalan Ls. */
const DROPPED = /['’‘‛`´′″·‧ʹʺʻʼʽʾʿˈˊˋꞋꞌ]/g;

/** Limits the combinations: five letters with two spellings each and a sixth with three would give 96. */
const MAX_SPELLINGS = 64;

/**
 * Spellings of a name in an MRZ, ICAO's recommended one first: capitals A–Z, words separated by one space. Latin and
 * Cyrillic letters are spelled as issuers do, consistently throughout a name. Apostrophes are dropped; hyphens and
 * other non-letters separate words.
 */
export function mrzSpellings(name: string): string[] {
  const text = name.normalize('NFC').replace(DROPPED, '').toUpperCase();
  const latin = CYRILLIC_SPELLINGS.map((spell) => spell(text));
  const spellings = [...new Set(latin)].flatMap(latinSpellings);
  return [...new Set(spellings.map((spelling) => spelling.trim().replace(/ +/g, ' ')))];
}

function latinSpellings(text: string): string[] {
  const letters = [...text];
  const several = [...new Set(letters)].filter((letter) => choicesFor(letter).length > 1);
  let chosen: ReadonlyMap<string, string>[] = [new Map()];
  for (const letter of several) {
    const choices = choicesFor(letter);
    const usable = chosen.length * choices.length > MAX_SPELLINGS ? choices.slice(0, 1) : choices;
    chosen = usable.flatMap((choice) => chosen.map((map) => new Map([...map, [letter, choice]])));
  }
  return chosen.map((map) => letters.map((letter) => map.get(letter) ?? choicesFor(letter)[0]!).join(''));
}

/**
 * Looks up the letter itself, otherwise the letter without its marks. A mark that does not combine with the preceding
 * letter is dropped.
 */
function choicesFor(letter: string): readonly string[] {
  const base = letter
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(DROPPED, '')
    .toUpperCase();
  return SPELLINGS[letter] ?? SPELLINGS[base] ?? [/^[A-Z]*$/.test(base) ? base : ' '];
}
