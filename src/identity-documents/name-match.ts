import { mrzSpellings } from './engines/mrz/mrz-spellings.js';

export interface ClaimedName {
  firstName: string;
  lastName: string;
}

/** A name as read from the document's MRZ or barcode. */
export interface DocumentName {
  surname: string;
  givenNames: string;
  namesMayBeTruncated: boolean;
}

/** Scores from here up mean the same name. */
export const NAME_MATCH_CLEAR = 0.85;
/** Scores below this mean a different name; anything in between goes to manual review. */
export const NAME_MATCH_FAIL = 0.6;

/** Factors by which each kind of difference multiplies the score. */
const FACTOR = {
  otherOrder: 0.95,
  givenNameMissing: 0.9,
  truncated: 0.9,
  umlautAsPlainLetter: 0.9,
  surnamePartMissing: 0.75,
  wordTooMany: 0.7,
  oneLetterOff: 0.7,
  noGivenName: 0.65,
};

/** Names in another script cannot be compared letter by letter, so they go to manual review. */
const NOT_COMPARABLE = NAME_MATCH_FAIL;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;

/** How the MRZ spells Ä, Å, Ö, Ø, Ü and Ñ (ICAO 9303-3 §6). */
const UMLAUT = /(A)[AE]|([OU])E|([NU])XX/g;

/** Shorter words too often differ by only one letter. */
const MIN_LENGTH_FOR_TYPO = 4;

/**
 * Similarity, 0 to 1, of a claimed name and a document's. The claim is compared as a whole because people split their
 * names differently from their passports.
 *
 * 1: identical apart from case, accents, the spelling of national letters (ICAO 9303-3 §6), hyphens, apostrophes or
 * spaces. 0.95: different order, such as family name first. 0.9: given names omitted, names truncated in the MRZ, or
 * umlauts written as plain letters (Muller for MUELLER). 0.75: part of a surname of several words omitted. 0.7: one
 * letter of a word wrong, missing or added, or one word that the document does not have. 0.65: no given name. 0.6: a
 * script that cannot be compared, or a Cyrillic name in a spelling of no known issuer. 0: no word of the surname
 * matches, or several words are not on the document.
 *
 * If a document has only given names, all of them count as its surname.
 */
export function compareNames(claimed: ClaimedName, document: DocumentName): number {
  const whole = `${claimed.firstName} ${claimed.lastName}`;
  if (OTHER_SCRIPT.test(whole)) return NOT_COMPARABLE;
  const least = /\p{Script=Cyrillic}/u.test(whole) ? NOT_COMPARABLE : 0;
  const scores = mrzSpellings(whole).map((spelling) => scoreSpelling(splitWords(spelling), document));
  return Math.round(Math.max(least, ...scores) * 10_000) / 10_000;
}

interface DocumentWord {
  text: string;
  isSurname: boolean;
}

interface WordMatch {
  /** Index of the matched word on the document. */
  at: number;
  factor: number;
}

function scoreSpelling(spelling: readonly string[], document: DocumentName): number {
  const words = documentWords(spelling, document);
  const texts = words.map((word) => word.text);
  const claimed = joinLike(spelling, texts);
  const matches = matchWords(claimed, texts, document.namesMayBeTruncated);
  const found = new Set(matches.map((match) => match.at));
  const missing = words.filter((_, index) => !found.has(index));
  const surnames = words.filter((word) => word.isSurname).length;
  const missingSurnames = missing.filter((word) => word.isSurname).length;
  const missingGiven = missing.length - missingSurnames;
  const tooMany = claimed.length - matches.length;
  if (surnames === 0 || missingSurnames === surnames) return 0;

  let score = matches.reduce((product, match) => product * match.factor, 1);
  if (matches.some((match, index) => index > 0 && match.at < matches[index - 1]!.at))
    score *= FACTOR.otherOrder;
  if (missingSurnames > 0) score *= FACTOR.surnamePartMissing;
  if (missingGiven > 0)
    score *= missingGiven === words.length - surnames ? FACTOR.noGivenName : FACTOR.givenNameMissing;
  if (tooMany > 0) score *= wordsTooMany(tooMany, missing.length === 0 && document.namesMayBeTruncated);
  return score;
}

function wordsTooMany(count: number, mayBeCutOff: boolean): number {
  if (mayBeCutOff) return FACTOR.truncated;
  return count === 1 ? FACTOR.wordTooMany : 0;
}

/** The document's words in everyday order, given names first. */
function documentWords(spelling: readonly string[], document: DocumentName): DocumentWord[] {
  const part = (name: string, isSurname: boolean) =>
    joinLike(splitWords(name), spelling).map((text) => ({ text, isSurname }));
  return [...part(document.givenNames, document.surname === ''), ...part(document.surname, true)];
}

/** Joins two adjacent words if the other side writes them as one: VAN DYKE and VANDYKE. */
function joinLike(words: readonly string[], others: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const pair = words[index]! + (words[index + 1] ?? '');
    const isPair = index + 1 < words.length && others.includes(pair);
    joined.push(isPair ? pair : words[index]!);
    if (isPair) index++;
  }
  return joined;
}

/** Matches each claimed word with an unused word of the document: exact matches first, typos last. */
function matchWords(
  claimed: readonly string[],
  texts: readonly string[],
  mayBeTruncated: boolean,
): WordMatch[] {
  const matches = new Map<number, WordMatch>();
  const used = new Set<number>();
  const pass = (factor: number, agrees: (word: string, text: string) => boolean) => {
    claimed.forEach((word, index) => {
      if (matches.has(index)) return;
      const at = texts.findIndex((text, position) => !used.has(position) && agrees(word, text));
      if (at < 0) return;
      used.add(at);
      matches.set(index, { at, factor });
    });
  };
  pass(1, (word, text) => word === text);
  pass(FACTOR.umlautAsPlainLetter, (word, text) => word === text.replace(UMLAUT, '$1$2$3'));
  if (mayBeTruncated) pass(FACTOR.truncated, (word, text) => word.startsWith(text));
  pass(FACTOR.oneLetterOff, isOneLetterOff);
  return [...matches].sort(([a], [b]) => a - b).map(([, match]) => match);
}

/** Whether the words differ by one changed, added or omitted letter. */
function isOneLetterOff(word: string, other: string): boolean {
  const [shorter, longer] = word.length <= other.length ? [word, other] : [other, word];
  if (shorter.length < MIN_LENGTH_FOR_TYPO || longer.length - shorter.length > 1) return false;
  let same = 0;
  while (same < shorter.length && shorter[same] === longer[same]) same++;
  const rest = shorter.length === longer.length ? shorter.slice(same + 1) : shorter.slice(same);
  return rest === longer.slice(same + 1);
}

function splitWords(name: string): string[] {
  return name.split(' ').filter((word) => word !== '');
}
