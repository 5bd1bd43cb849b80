import { type DocumentFindings } from './document-findings.js';
import {
  comparePrint,
  factsOfMrz,
  factsThat,
  isConfirmed,
  type MachineReadFacts,
  type PrintAgreement,
} from './engines/text/compare-print.js';

/**
 * What the print says of the facts of the MRZ or barcode. Where the first reader neither confirms nor contradicts them, the second
 * one may confirm the page, or put a fact in doubt. The page is judged by what one of them read: facts of both put together
 * confirmed altered dates. Null if no text was looked for.
 */
export function judgePrint(
  { printed, reread }: Pick<DocumentFindings, 'printed' | 'reread'>,
  facts: MachineReadFacts,
  today: string,
): PrintAgreement | null {
  if (!printed) return null;
  const first = comparePrint(printed, facts, today);
  if (!reread || isSettled(first)) return first;
  const second = inDoubtAtMost(comparePrint(reread, facts, today));
  return isSettled(second) ? second : first;
}

/** Whether the page above an accepted MRZ should be read by the second reader. */
export function isUnsettled(
  { mrz, printed }: Pick<DocumentFindings, 'mrz' | 'printed'>,
  today: string,
): boolean {
  return (
    mrz?.accepted === true &&
    printed !== null &&
    !isSettled(comparePrint(printed, factsOfMrz(mrz.fields), today))
  );
}

function isSettled(agreement: PrintAgreement): boolean {
  const disputed = [...factsThat('differs', agreement), ...factsThat('doubtful', agreement)];
  return isConfirmed(agreement) || disputed.length > 0;
}

/** What only one of two readers saw does not differ for certain. */
function inDoubtAtMost(agreement: PrintAgreement): PrintAgreement {
  const doubts = factsThat('differs', agreement).map((fact) => [fact, 'doubtful'] as const);
  return { ...agreement, ...Object.fromEntries(doubts) };
}
