import { findDates } from './printed-dates.js';
import { findPrintedWords } from './printed-fields.js';
import { CERTAIN, hideBelow, type PrintedText } from './printed-text.js';
import { textByLine, textOf } from './text-lines.js';

/**
 * From this year on, a date means no expiry: issuers print 9999 (Spain, Italy, Thailand), and 2999 occurs in
 * registers. No document is valid for that long.
 */
const ENDLESS_FROM = 2200;
/**
 * What issuers print instead of a date. Words for 'permanent' are left out, since permanent residents' permits do
 * expire.
 */
const ENDLESS_WORDS =
  /\b(?:UNLIMITED|INDEFINIDA|INDEFINIDO|ILIMITADA|ILIMITADO|ILLIMITATA|ILLIMITATO|ILLIMITEE?|NELIMITATA?|UNBEFRISTET|UNBEGRENZT|ONBEPERKT|BEZTERMINOWO|NEOMEZENA|NEOBMEDZENA|NEOGRANICENO|TRAJNO|TAHTAJATU|BEZTERMINA|NETERMINUOTAI|VITALICIO|VITALICIA)\b/;

/** The days read with certainty, YYYY-MM-DD with a full year, that match these six digits as YYMMDD. */
export function printedDays(prints: readonly PrintedText[], digits: string): string[] {
  const days = prints.flatMap(certainTexts).flatMap(fullDays);
  return [...new Set(days)].filter((day) => day.replaceAll('-', '').slice(2) === digits);
}

/** Whether a word, or a year beyond any document's validity, states that this one has no expiry. */
export function isPrintedWithoutEnd(prints: readonly PrintedText[]): boolean {
  const texts = prints.flatMap(certainTexts);
  return texts.some(
    (text) =>
      ENDLESS_WORDS.test(text) || fullDays(text).some((day) => Number(day.slice(0, 4)) >= ENDLESS_FROM),
  );
}

/** The only date read with certainty after an expiry label; null if there are none or several. */
export function labelledExpiry(prints: readonly PrintedText[]): string | null {
  const days = prints.flatMap((print) => {
    const words = findPrintedWords(print).get('expiryDate');
    return words?.every(({ confidence }) => confidence >= CERTAIN) ? fullDays(textOf(words)) : [];
  });
  return new Set(days).size === 1 ? days[0]! : null;
}

/** Both readings of the print, without the words that were not read with certainty. */
function certainTexts({ words, again }: PrintedText): string[] {
  return [words, ...(again ? [again] : [])].map((look) =>
    textByLine(look.map((word) => hideBelow(CERTAIN, word))),
  );
}

function fullDays(text: string): string[] {
  return findDates(text).flatMap(({ readings }) => (readings[0]!.startsWith('??') ? [] : readings));
}
