import { checkDigit } from './check-digit.js';
import { type MrzCheck, type MrzCheckName, type MrzFormat, spanText } from './mrz-format.js';

/** Whether each check digit of the format matches what it covers. */
export function evaluateChecks(
  format: MrzFormat,
  lines: readonly string[],
): Partial<Record<MrzCheckName, boolean>> {
  const results = Object.entries(format.checks).map(([name, check]) => [
    name,
    isCheckDigitValid(check, lines),
  ]);
  return Object.fromEntries(results) as Partial<Record<MrzCheckName, boolean>>;
}

function isCheckDigitValid(check: MrzCheck, lines: readonly string[]): boolean {
  const covered = check.over.map((span) => spanText(lines, span)).join('');
  const digit = lines[check.digit.line]!.charAt(check.digit.column);
  if (digit === '<' && check.continuation)
    return isLongNumberValid(covered, spanText(lines, check.continuation));
  if (digit === '<') return check.optional === true && /^<*$/.test(covered);
  return digit === String(checkDigit(covered));
}

/** A number continued in the optional data, followed by its check digit. */
function isLongNumberValid(beginning: string, optionalData: string): boolean {
  const tail = longNumberTail(optionalData);
  return tail.length > 1 && tail.at(-1) === String(checkDigit(beginning + tail.slice(0, -1)));
}

/** The part of the optional data that belongs to a long document number, check digit included. */
export function longNumberTail(optionalData: string): string {
  return optionalData.split('<', 1)[0]!;
}

/** The number of failed check digits. */
export function countFailedChecks(format: MrzFormat, lines: readonly string[]): number {
  return Object.values(format.checks).filter((check) => !isCheckDigitValid(check, lines)).length;
}

/** The number of failed check digits among those that lie in one line together with everything they cover. */
export function countFailedInLine(format: MrzFormat, line: number, text: string): number {
  const lines = Array.from({ length: format.lineCount }, (_, index) => (index === line ? text : ''));
  const within = Object.values(format.checks).filter(
    ({ over, digit }) => digit.line === line && over.every((span) => span.line === line),
  );
  return within.filter((check) => !isCheckDigitValid(check, lines)).length;
}

/** Every position covered by a failed check digit, and the digit's own. */
export function failingPositions(
  format: MrzFormat,
  lines: readonly string[],
): [line: number, column: number][] {
  const failing = Object.values(format.checks).filter((check) => !isCheckDigitValid(check, lines));
  const keys = new Set<number>();
  for (const { over, digit } of failing) {
    keys.add(digit.line * format.lineLength + digit.column);
    for (const { line, start, end } of over) {
      for (let column = start; column < end; column++) keys.add(line * format.lineLength + column);
    }
  }
  return [...keys].map((key) => [Math.floor(key / format.lineLength), key % format.lineLength]);
}
