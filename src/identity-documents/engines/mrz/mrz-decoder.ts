import { checkDigit, MRZ_ALPHABET, weighAlike } from './check-digit.js';
import {
  checkedColumns,
  columnCharacters,
  type MrzCheck,
  type MrzCheckName,
  type MrzFormat,
  spanText,
} from './mrz-format.js';

/** For every column of a line, the classifier's probability of each character. */
export type LineScores = readonly Float32Array[];

export interface Substitution {
  line: number;
  column: number;
  from: string;
  to: string;
}

export interface DecodedZone {
  format: MrzFormat;
  lines: string[];
  /** Probability, 0 to 1, that the classifier gave to each character of `lines`. */
  confidences: number[][];
  /**
   * The same among the characters that could stand there unnoticed: where no check digit looks, all that the column may
   * hold (an O in a name is certain, though it may look like a zero), elsewhere those of equal weight.
   */
  certainties: number[][];
  /** Which check digits agree with what they cover, as `lines` has them. */
  checks: Partial<Record<MrzCheckName, boolean>>;
  /** Doubtful characters that were exchanged because a check digit asked for it. */
  substitutions: Substitution[];
}

/** Only a character that the classifier itself doubts may be exchanged … */
const MAX_CONFIDENCE_TO_SUBSTITUTE = 0.9;
/** … and only for one that the picture supports. */
const MIN_CONFIDENCE_OF_SUBSTITUTE = 0.02;
const MAX_SUBSTITUTIONS = 2;

/**
 * The most probable text that the format's field classes allow. Where a check digit then fails, a doubtful character
 * may be exchanged, which is recorded: a reading with substitutions is a guess that a human must look at.
 */
export function decodeZone(format: MrzFormat, scores: readonly LineScores[]): DecodedZone {
  const allowed = columnCharacters(format);
  const isChecked = checkedColumns(format);
  const lines = scores.map((line, index) =>
    line.map((score, column) => mostProbable(score, allowed[index]![column]!)).join(''),
  );
  const zone = { lines: clearNamesEnd(format, lines, scores), substitutions: [] as Substitution[] };
  while (zone.substitutions.length < MAX_SUBSTITUTIONS && failures(format, zone.lines) > 0) {
    const substitution = bestSubstitution(format, zone.lines, scores, allowed);
    if (!substitution) break;
    zone.substitutions.push(substitution);
    zone.lines = substitute(zone.lines, substitution);
  }
  return {
    format,
    ...zone,
    confidences: zone.lines.map((line, index) =>
      [...line].map((character, column) => probabilityOf(scores[index]![column]!, character)),
    ),
    certainties: zone.lines.map((line, index) =>
      [...line].map((character, column) =>
        shareOf(
          scores[index]![column]!,
          character,
          rivals(character, allowed[index]![column]!, isChecked[index]![column]!),
        ),
      ),
    ),
    checks: evaluateChecks(format, zone.lines),
  };
}

/**
 * Behind the names stand fillers to the field's end (ICAO 9303-3 §4.6): a letter there that the classifier doubts was a
 * filler. It then has the filler's confidence; a letter read with certainty stays, and makes the names malformed.
 */
function clearNamesEnd(format: MrzFormat, lines: readonly string[], scores: readonly LineScores[]): string[] {
  const { line, start, end } = format.fields.names;
  const names = spanText(lines, { line, start, end });
  const last = /^[A-Z<]*?<<[A-Z]+(?:<[A-Z]+)*(?=<<)/.exec(names)?.[0].length ?? names.length;
  const cleared = [...names].map((character, index) => {
    const score = scores[line]![start + index]!;
    const isFiller =
      index > last &&
      probabilityOf(score, character) <= MAX_CONFIDENCE_TO_SUBSTITUTE &&
      probabilityOf(score, '<') >= MIN_CONFIDENCE_OF_SUBSTITUTE;
    return isFiller ? '<' : character;
  });
  const text = lines[line]!;
  return lines.with(line, text.slice(0, start) + cleared.join('') + text.slice(end));
}

/** For each check digit of the format, whether it agrees with what it covers. */
export function evaluateChecks(
  format: MrzFormat,
  lines: readonly string[],
): Partial<Record<MrzCheckName, boolean>> {
  const results = Object.entries(format.checks).map(([name, check]) => [name, checkHolds(check, lines)]);
  return Object.fromEntries(results) as Partial<Record<MrzCheckName, boolean>>;
}

function checkHolds(check: MrzCheck, lines: readonly string[]): boolean {
  const covered = check.over.map((span) => spanText(lines, span)).join('');
  const digit = lines[check.digit.line]!.charAt(check.digit.column);
  if (digit === '<' && check.continuation)
    return longNumberHolds(covered, spanText(lines, check.continuation));
  if (digit === '<') return check.optional === true && /^<*$/.test(covered);
  return digit === String(checkDigit(covered));
}

/** A number that goes on in the optional data, its check digit behind it. */
function longNumberHolds(beginning: string, optionalData: string): boolean {
  const rest = longNumberRest(optionalData);
  return rest.length > 1 && rest.at(-1) === String(checkDigit(beginning + rest.slice(0, -1)));
}

/** What of the optional data belongs to a long number, its check digit included. */
export function longNumberRest(optionalData: string): string {
  return optionalData.split('<', 1)[0]!;
}

function failures(format: MrzFormat, lines: readonly string[]): number {
  return Object.values(format.checks).filter((check) => !checkHolds(check, lines)).length;
}

/** The exchange that mends most check digits; among equals, the one that the picture supports best. */
function bestSubstitution(
  format: MrzFormat,
  lines: readonly string[],
  scores: readonly LineScores[],
  allowed: string[][],
): Substitution | null {
  let best: { substitution: Substitution; left: number; support: number } | null = null;
  const before = failures(format, lines);
  for (const [line, column] of failingPositions(format, lines)) {
    const from = lines[line]!.charAt(column);
    const score = scores[line]![column]!;
    if (probabilityOf(score, from) > MAX_CONFIDENCE_TO_SUBSTITUTE) continue;
    for (const to of allowed[line]![column]!) {
      const support = probabilityOf(score, to);
      if (to === from || support < MIN_CONFIDENCE_OF_SUBSTITUTE) continue;
      const substitution = { line, column, from, to };
      const left = failures(format, substitute(lines, substitution));
      const isBetter = best === null || left < best.left || (left === best.left && support > best.support);
      if (left < before && isBetter) best = { substitution, left, support };
    }
  }
  return best?.substitution ?? null;
}

function failingPositions(format: MrzFormat, lines: readonly string[]): [line: number, column: number][] {
  const failing = Object.values(format.checks).filter((check) => !checkHolds(check, lines));
  const keys = new Set<number>();
  for (const { over, digit } of failing) {
    keys.add(digit.line * format.lineLength + digit.column);
    for (const { line, start, end } of over) {
      for (let column = start; column < end; column++) keys.add(line * format.lineLength + column);
    }
  }
  return [...keys].map((key) => [Math.floor(key / format.lineLength), key % format.lineLength]);
}

function substitute(lines: readonly string[], { line, column, to }: Substitution): string[] {
  return lines.map((text, index) =>
    index === line ? text.slice(0, column) + to + text.slice(column + 1) : text,
  );
}

function mostProbable(score: Float32Array, allowed: string): string {
  return [...allowed].reduce((best, character) =>
    probabilityOf(score, character) > probabilityOf(score, best) ? character : best,
  );
}

function probabilityOf(score: Float32Array, character: string): number {
  return score[MRZ_ALPHABET.indexOf(character)]!;
}

function rivals(character: string, allowed: string, isChecked: boolean): string {
  return isChecked ? [...allowed].filter((other) => weighAlike(character, other)).join('') : allowed;
}

function shareOf(score: Float32Array, character: string, allowed: string): number {
  const total = [...allowed].reduce((sum, possible) => sum + probabilityOf(score, possible), 0);
  return total > 0 ? probabilityOf(score, character) / total : 0;
}

/** Smallest probability that counts, so that one blank cell does not outweigh a whole line. */
const FLOOR = 1e-4;

/** How well the cells fit the characters that a line's columns may hold: sum of the logarithms of the best ones. */
export function logLikelihood(scores: LineScores, allowed: readonly string[]): number {
  return scores.reduce((sum, score, column) => {
    const best = probabilityOf(score, mostProbable(score, allowed[column]!));
    return sum + Math.log(Math.max(FLOOR, best));
  }, 0);
}
