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
 * Judges the facts of the MRZ or barcode by the print. If the first reader neither confirms nor contradicts them, the
 * second can confirm the page, or put a fact in doubt. Each reader is judged separately, since combining both
 * confirmed altered dates. Null if text was not searched for.
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

/** A difference seen by only one of two readers is doubtful at most. */
function inDoubtAtMost(agreement: PrintAgreement): PrintAgreement {
  const doubts = factsThat('differs', agreement).map((fact) => [fact, 'doubtful'] as const);
  return { ...agreement, ...Object.fromEntries(doubts) };
}
