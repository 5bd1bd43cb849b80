import { type AamvaElements } from './aamva-elements.js';
import { type BarcodeReading } from './barcode-reading.js';

type Names = Pick<BarcodeReading['fields'], 'surname' | 'givenNames' | 'namesMayBeTruncated'>;

export interface LicenceNames extends Names {
  /** What is missing or wrong, as short codes. */
  problems: string[];
}

interface Parts {
  surname: string;
  /** Null if given names are not stated. */
  givenNames: string | null;
}

const SUFFIX = /^(?:JR|SR|II|III|IV|VI|VII|[2-9](?:ND|RD|TH)|1ST)\.?$/;
/** Suffixes that can also be initials, unless in a place where only a suffix can be. */
const FOURTH_PART_SUFFIX = /^(?:V|MD|DDS|ESQ|PH\.?D\.?)$/;
/** Placeholders for 'none' (Annex D.12.3) and for 'no middle name'. */
const NOTHING = new Set(['NONE', 'UNAVL', 'UNAVAIL', 'NULL', 'NMN', 'NFN', 'N/A']);
/** Characters of a name; anything else belongs to another element. */
const NAME = /^[\p{L}\p{M}.'’`´ -]*$/u;
const NO_SIGN = /[^\p{L}\p{M}\p{N}.'’`´ -]+/gu;
/** In full names without commas, Pennsylvania puts the family name last. */
const SURNAME_LAST = 'PA';

/**
 * From version 4: DCS, DAC, DAD. 2 and 3: DCS, DCT. 1: DAB, DAC, DAD, or DAA with the family name first. Issuers mix
 * them, so any that exist count, and duplicates must agree. Suffixes are left out.
 */
export function readNames(elements: AamvaElements, jurisdiction: string | null): LicenceNames {
  const sources = [
    parted(elements),
    together(elements.get('DCT')),
    inFull(elements.get('DAA') ?? '', jurisdiction),
    family(elements.get('DCS') ?? '', jurisdiction),
  ];
  const surname = sources.map((source) => source.surname).find((name) => name !== '') ?? '';
  const given = sources.flatMap(({ givenNames }) => givenNames ?? []);
  const givenNames = given.find((name) => name !== '') ?? '';
  const isDoubtful =
    !NAME.test(surname) ||
    !NAME.test(givenNames) ||
    disagree(sources.map((source) => source.surname)) ||
    disagree(given);
  const problems = [
    surname === '' ? 'surname' : null,
    given.length === 0 ? 'given_names' : null,
    isDoubtful ? 'names' : null,
  ].filter((problem) => problem !== null);
  const namesMayBeTruncated = ['DDE', 'DDF', 'DDG'].some((id) => elements.get(id) === 'T');
  return {
    surname: withoutSigns(surname),
    givenNames: withoutSigns(givenNames),
    namesMayBeTruncated,
    problems,
  };
}

/** Family name, first name and middle names in separate elements. */
function parted(elements: AamvaElements): Parts {
  const surname = surnameOf(partsOf(elements.get('DCS') ?? '')[0] ?? '');
  const given = [elements.get('DAC'), elements.get('DAD')].filter((name) => name !== undefined);
  return {
    surname: surname || surnameOf(elements.get('DAB') ?? ''),
    givenNames: given.length > 0 ? givenNamesOf(given) : null,
  };
}

function together(given: string | undefined): Parts {
  return { surname: '', givenNames: given === undefined ? null : givenNamesOf(partsOf(given)) };
}

/** The full name in one element: parts with commas or `$`, or words. */
function inFull(name: string, jurisdiction: string | null): Parts {
  const [surname = '', ...given] = partsOf(name);
  if (given.length > 0) return { surname: surnameOf(surname), givenNames: givenNamesOf(given) };
  const words = wordsOf(name);
  if (words.length < 2) return { surname: surnameOf(name), givenNames: null };
  // The order of the words is unknown.
  if (jurisdiction !== SURNAME_LAST) return { surname: '', givenNames: null };
  const named = withoutSuffix(words);
  return { surname: named.at(-1)!, givenNames: named.slice(0, -1).join(' ') };
}

/** Given names can follow a comma in the family name, but not one at its end. */
function family(name: string, jurisdiction: string | null): Parts {
  const hasGivenNames = partsOf(name)
    .slice(1)
    .some((part) => withoutSuffix(wordsOf(part), 0).length > 0);
  return hasGivenNames ? inFull(name, jurisdiction) : { surname: '', givenNames: null };
}

/** A name in doubt is shown to people, without what cannot belong to it. */
const withoutSigns = (name: string) => name.replace(NO_SIGN, ' ').replace(/ +/g, ' ').trim();

const partsOf = (name: string) => name.split(/[,$]/).map((part) => part.trim());

function surnameOf(name: string): string {
  return withoutSuffix(wordsOf(name)).join(' ');
}

/** First and middle names; the fourth part of a full name is its suffix. */
function givenNamesOf(parts: readonly string[]): string {
  const words = parts.map(wordsOf);
  const last = words.at(-1) ?? [];
  const isSuffix = parts.length > 2 && last.length === 1 && FOURTH_PART_SUFFIX.test(last[0]!);
  return withoutSuffix((isSuffix ? words.slice(0, -1) : words).flat()).join(' ');
}

/** Leaves at least `least` words. */
function withoutSuffix(words: readonly string[], least = 1): string[] {
  return words.length > least && SUFFIX.test(words.at(-1)!) ? words.slice(0, -1) : [...words];
}

/** Upper case, without commas and placeholders. */
function wordsOf(name: string): string[] {
  const text = name
    .toUpperCase()
    .replace(/[,$\s]+/g, ' ')
    .trim();
  return text === '' || NOTHING.has(text) ? [] : text.split(' ');
}

/** Whether two of these names each have words that the other lacks. One may be truncated, or lack middle names. */
function disagree(names: readonly string[]): boolean {
  const stated = names.filter((name) => name !== '').map((name) => name.split(' '));
  const isPart = (some: string[], all: string[]) =>
    some.every((word) => all.some((other) => other.startsWith(word)));
  return stated.some((name) => stated.some((other) => !isPart(name, other) && !isPart(other, name)));
}
