import { evaluateChecks } from './mrz-checks.js';
import { type DecodedMrz } from './mrz-decoder.js';
import { columnCharacters, type MrzCheck, type MrzCheckName, type Span } from './mrz-format.js';

/** The confidence, 0 to 1, from which a character counts as read with certainty. */
export const CERTAIN = 0.9;

/**
 * Characters that worn print makes alike, and the confidence from which they count as distinguished. O and
 * zero differ too little, and too much between issuers' printers, for any confidence to suffice.
 */
const LOOK_ALIKES = [
  { characters: '0O', certain: Infinity },
  { characters: '0OQD', certain: 0.98 },
  { characters: '1I', certain: 0.98 },
  { characters: '2Z', certain: 0.98 },
  { characters: '5S', certain: 0.98 },
  { characters: '8B', certain: 0.98 },
  { characters: '6G', certain: 0.98 },
];

/**
 * Whether a check digit fails although everything it covers was read with certainty and no look-alike would fix it.
 */
export function isContradictory(decoded: DecodedMrz): boolean {
  if (decoded.substitutions.length > 0) return false;
  const allowed = columnCharacters(decoded.format);
  const checks = Object.entries(decoded.format.checks) as [MrzCheckName, MrzCheck][];
  return checks.some(([name, { over, digit }]) => {
    if (decoded.checks[name]) return false;
    const spans = [...over, { line: digit.line, start: digit.column, end: digit.column + 1 }];
    return spans.flatMap(spanColumns).every(({ line, column }) => {
      const isCertain = decoded.confidences[line]![column]! >= CERTAIN;
      return isCertain && !lookAlikeFixes(decoded, name, { line, column }, allowed[line]![column]!);
    });
  });
}

function spanColumns({ line, start, end }: Span): { line: number; column: number }[] {
  return Array.from({ length: end - start }, (_, index) => ({ line, column: start + index }));
}

function lookAlikeFixes(
  decoded: DecodedMrz,
  check: MrzCheckName,
  { line, column }: { line: number; column: number },
  allowed: string,
): boolean {
  const text = decoded.lines[line]!;
  const confidence = decoded.confidences[line]![column]!;
  const groups = LOOK_ALIKES.filter((group) => group.characters.includes(text.charAt(column)));
  const possible = groups
    .filter((group) => confidence < group.certain)
    .flatMap((group) => [...group.characters]);
  return possible.some((alike) => {
    if (!allowed.includes(alike)) return false;
    const lines = decoded.lines.with(line, text.slice(0, column) + alike + text.slice(column + 1));
    return evaluateChecks(decoded.format, lines)[check] === true;
  });
}
