import { haveSameCheckValue, MRZ_ALPHABET } from './check-digit.js';
import { countFailedChecks, evaluateChecks, failingPositions } from './mrz-checks.js';
import {
  checkedColumns,
  CLASS_CHARACTERS,
  columnCharacters,
  type MrzCheckName,
  type MrzFormat,
  spanText,
} from './mrz-format.js';

/** The classifier's probabilities for each column of a line. */
export type LineScores = readonly Float32Array[];

export interface Substitution {
  line: number;
  column: number;
  from: string;
  to: string;
}

export interface DecodedMrz {
  format: MrzFormat;
  lines: string[];
  /** Probability, 0 to 1, of each character of `lines`. */
  confidences: number[][];
  /**
   * The same, relative to the characters that could be mistaken for it unnoticed: all that the column allows
   * if no check digit covers it (an O in a name is certain even if it looks like a zero), otherwise those
   * with the same check digit value.
   */
  certainties: number[][];
  /** Whether each check digit matches what it covers in `lines`. */
  checks: Partial<Record<MrzCheckName, boolean>>;
  /** Doubtful characters that were corrected to satisfy a check digit. */
  substitutions: Substitution[];
}

/** Only a character below this confidence may be corrected … */
const MAX_CONFIDENCE_TO_SUBSTITUTE = 0.9;
/** … and only to one with at least this probability. */
const MIN_CONFIDENCE_OF_SUBSTITUTE = 0.02;
const MAX_SUBSTITUTIONS = 2;

/**
 * Picks the most probable text that the fields' character classes allow. If a check digit then fails,
 * doubtful characters are corrected and the corrections recorded: such a reading needs human review.
 */
export function decodeMrz(format: MrzFormat, scores: readonly LineScores[]): DecodedMrz {
  const allowed = columnCharacters(format);
  const isChecked = checkedColumns(format);
  const lines = scores.map((line, index) => mostProbableText(line, allowed[index]!));
  const shown = showNumberedNationality(format, clearNamePadding(format, lines, scores), scores);
  const decoded = { lines: shown, substitutions: [] as Substitution[] };
  while (decoded.substitutions.length < MAX_SUBSTITUTIONS && countFailedChecks(format, decoded.lines) > 0) {
    const substitution = bestSubstitution(format, decoded.lines, scores, allowed);
    if (!substitution) break;
    decoded.substitutions.push(substitution);
    decoded.lines = substitute(decoded.lines, substitution);
  }
  return {
    format,
    ...decoded,
    confidences: decoded.lines.map((line, index) =>
      [...line].map((character, column) => probabilityOf(scores[index]![column]!, character)),
    ),
    certainties: decoded.lines.map((line, index) =>
      [...line].map((character, column) =>
        shareAmong(
          scores[index]![column]!,
          character,
          confusables(character, allowed[index]![column]!, isChecked[index]![column]!),
        ),
      ),
    ),
    checks: evaluateChecks(format, decoded.lines),
  };
}

/**
 * Names are padded with fillers to the end of the field (ICAO 9303-3 §4.6), so doubtful letters in the padding were
 * fillers and take the filler's confidence. A word with a letter read with certainty stays, since some issuers also
 * put two fillers between given names.
 */
function clearNamePadding(
  format: MrzFormat,
  lines: readonly string[],
  scores: readonly LineScores[],
): string[] {
  const { line, start, end } = format.fields.names;
  const names = spanText(lines, { line, start, end });
  const last = /^[A-Z<]*?<<[A-Z]+(?:<[A-Z]+)*(?=<<)/.exec(names)?.[0].length ?? names.length;
  const mayBeFiller = (character: string, index: number) => {
    const score = scores[line]![start + index]!;
    return (
      probabilityOf(score, character) <= MAX_CONFIDENCE_TO_SUBSTITUTE &&
      probabilityOf(score, '<') >= MIN_CONFIDENCE_OF_SUBSTITUTE
    );
  };
  const padding = names.slice(last).replace(/[A-Z]+/g, (word, at: number) => {
    const isPadding = [...word].every((letter, index) => mayBeFiller(letter, last + at + index));
    return isPadding ? '<'.repeat(word.length) : word;
  });
  const text = lines[line]!;
  return lines.with(line, text.slice(0, start) + names.slice(0, last) + padding + text.slice(end));
}

/**
 * A nationality clearly printed as digits is shown as is. No state has such a code, so it stays in doubt, while the
 * most similar letters would look like a misreading.
 */
function showNumberedNationality(
  format: MrzFormat,
  lines: readonly string[],
  scores: readonly LineScores[],
): string[] {
  const { line, start, end } = format.fields.nationality;
  const cells = scores[line]!.slice(start, end);
  const digits = cells.map((score) => mostProbable(score, CLASS_CHARACTERS.digits));
  const isClear = cells.every(
    (score, index) => probabilityOf(score, digits[index]!) > MAX_CONFIDENCE_TO_SUBSTITUTE,
  );
  const text = lines[line]!;
  return isClear ? lines.with(line, text.slice(0, start) + digits.join('') + text.slice(end)) : [...lines];
}

/** The correction that fixes the most check digits; among equals, the most probable one. */
function bestSubstitution(
  format: MrzFormat,
  lines: readonly string[],
  scores: readonly LineScores[],
  allowed: string[][],
): Substitution | null {
  let best: { substitution: Substitution; left: number; support: number } | null = null;
  const before = countFailedChecks(format, lines);
  for (const [line, column] of failingPositions(format, lines)) {
    const from = lines[line]!.charAt(column);
    const score = scores[line]![column]!;
    if (probabilityOf(score, from) > MAX_CONFIDENCE_TO_SUBSTITUTE) continue;
    for (const to of allowed[line]![column]!) {
      const support = probabilityOf(score, to);
      if (to === from || support < MIN_CONFIDENCE_OF_SUBSTITUTE) continue;
      const substitution = { line, column, from, to };
      const left = countFailedChecks(format, substitute(lines, substitution));
      const isBetter = best === null || left < best.left || (left === best.left && support > best.support);
      if (left < before && isBetter) best = { substitution, left, support };
    }
  }
  return best?.substitution ?? null;
}

function substitute(lines: readonly string[], { line, column, to }: Substitution): string[] {
  return lines.map((text, index) =>
    index === line ? text.slice(0, column) + to + text.slice(column + 1) : text,
  );
}

/** The most probable text of a line from the characters allowed in each column. */
export function mostProbableText(scores: LineScores, allowed: readonly string[]): string {
  return scores.map((score, column) => mostProbable(score, allowed[column]!)).join('');
}

function mostProbable(score: Float32Array, allowed: string): string {
  return [...allowed].reduce((best, character) =>
    probabilityOf(score, character) > probabilityOf(score, best) ? character : best,
  );
}

function probabilityOf(score: Float32Array, character: string): number {
  return score[MRZ_ALPHABET.indexOf(character)]!;
}

function confusables(character: string, allowed: string, isChecked: boolean): string {
  return isChecked ? [...allowed].filter((other) => haveSameCheckValue(character, other)).join('') : allowed;
}

function shareAmong(score: Float32Array, character: string, allowed: string): number {
  const total = [...allowed].reduce((sum, possible) => sum + probabilityOf(score, possible), 0);
  return total > 0 ? probabilityOf(score, character) / total : 0;
}

/** Floor for probabilities, so one blank cell does not outweigh a whole line. */
const FLOOR = 1e-4;

/** Log-likelihood of a line: the sum of the logarithms of its best permitted characters. */
export function logLikelihood(scores: LineScores, allowed: readonly string[]): number {
  return scores.reduce((sum, score, column) => {
    const best = probabilityOf(score, mostProbable(score, allowed[column]!));
    return sum + Math.log(Math.max(FLOOR, best));
  }, 0);
}
