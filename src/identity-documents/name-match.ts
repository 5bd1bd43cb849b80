import { mrzSpellings } from './name-transliteration.js';

export interface ClaimedName {
  firstName: string;
  lastName: string;
}

/** A name as the machine readable zone gave it. */
export interface DocumentName {
  surname: string;
  givenNames: string;
  namesMayBeTruncated: boolean;
}

/** At or above: the same name. */
export const NAME_MATCH_CLEAR = 0.85;
/** Below: another name. From here up to NAME_MATCH_CLEAR a human must look. */
export const NAME_MATCH_FAIL = 0.6;

/** What each kind of difference leaves of the score; several multiply. */
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

/** A claim in another script cannot be compared letter by letter: a human must look. */
const NOT_COMPARABLE = NAME_MATCH_FAIL;

/** As zones spell Ä, Å, Ö, Ø and Ü (ICAO 9303-3 §6). */
const UMLAUT = /(A)[AE]|([OU])E/g;

/** Shorter words are too easily one letter from each other. */
const MIN_LENGTH_FOR_TYPO = 4;

/**
 * How well a claimed name agrees with a document's, 0 to 1. The claim is compared as a whole, since people divide
 * their names otherwise than their passports do.
 *
 * 1: the same, whatever the case, accents, spelling of umlauts (ICAO 9303-3 §6), hyphens, apostrophes or spaces.
 * 0.95: another order, as family name first.
 * 0.9: some given names left out, names cut off by the zone's length, or a word whose umlauts were written as plain
 * letters: Muller for MUELLER.
 * 0.75: part of a surname of several words left out.
 * 0.7: one letter of a word wrong, missing or too many; or one word that the document does not hold.
 * 0.65: no given name. 0.6: a script that cannot be compared.
 * 0: no word of the surname, or several words that the document does not hold.
 */
export function compareNames(claimed: ClaimedName, document: DocumentName): number {
  const whole = `${claimed.firstName} ${claimed.lastName}`;
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(whole)) return NOT_COMPARABLE;
  const scores = mrzSpellings(whole).map((spelling) => scoreSpelling(splitWords(spelling), document));
  return Math.round(Math.max(0, ...scores) * 10_000) / 10_000;
}

interface DocumentWord {
  text: string;
  isSurname: boolean;
}

interface WordMatch {
  /** Index of the document's word. */
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

/** The document's words in the order in which people write them: given names first. */
function documentWords(spelling: readonly string[], document: DocumentName): DocumentWord[] {
  const part = (name: string, isSurname: boolean) =>
    joinLike(splitWords(name), spelling).map((text) => ({ text, isSurname }));
  return [...part(document.givenNames, false), ...part(document.surname, true)];
}

/** Joins two neighbouring words where the other side writes them as one: VAN DYKE and VANDYKE. */
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

/** Finds for every claimed word one of the document's, each used once: equal ones first, typos last. */
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
  pass(FACTOR.umlautAsPlainLetter, (word, text) => word === text.replace(UMLAUT, '$1$2'));
  if (mayBeTruncated) pass(FACTOR.truncated, (word, text) => word.startsWith(text));
  pass(FACTOR.oneLetterOff, isOneLetterOff);
  return [...matches].sort(([a], [b]) => a - b).map(([, match]) => match);
}

/** Whether one letter changed, added or left out makes one word the other. */
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
