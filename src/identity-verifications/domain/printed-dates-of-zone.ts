import { namesDay } from '../../identity-documents/mrz-dates.js';
import {
  isPrintedWithoutEnd,
  labelledExpiry,
  printedDays,
} from '../../identity-documents/print-agreement.js';
import { type DecisionInput } from './decision-evidence.js';
import { type DocumentFacts } from './document-facts.js';
import { DOCUMENT_SIDES, type DocumentSide } from './document-sides.js';

type Prints = Parameters<typeof printedDays>[0];

/** Completes a zone's dates, which have two-digit years, from the years in print. */
export function withPrintedYears(
  input: Pick<DecisionInput, DocumentSide | 'today'>,
  facts: DocumentFacts,
): DocumentFacts {
  const prints = DOCUMENT_SIDES.flatMap((side) => input[side]?.findings?.printed ?? []);
  const birthDate = olderIfPrinted(prints, facts.birthDate);
  if (!facts.zoneExpiry || facts.expiryDate !== null) return { ...facts, birthDate };
  return { ...facts, birthDate, ...expiryByPrint(prints, facts.zoneExpiry, input.today) };
}

/** People over a hundred read as children: takes whichever of the two days is printed, if only one is. */
function olderIfPrinted(prints: Prints, birthDate: string | null): string | null {
  if (birthDate === null) return null;
  const older = `${Number(birthDate.slice(0, 4)) - 100}${birthDate.slice(4)}`;
  const printed = printedDays(prints, birthDate.replaceAll('-', '').slice(2));
  return printed.includes(older) && !printed.includes(birthDate) ? older : birthDate;
}

type Expiry = Pick<DocumentFacts, 'expiryDate' | 'noExpiry' | 'isExpiryPrintedOnly'>;

/**
 * A zone's day with a two-digit year is the printed one, if that is in the future. A past one stays in doubt, as it
 * may be a misread 9999. If the zone has no day, only the print states it, which proves nothing.
 */
function expiryByPrint(
  prints: Prints,
  { raw }: NonNullable<DocumentFacts['zoneExpiry']>,
  today: string,
): Expiry {
  const known = { expiryDate: null, isExpiryPrintedOnly: false };
  if (raw !== '' && isPrintedWithoutEnd(prints)) return { ...known, noExpiry: 'without_end' };
  if (namesDay(raw)) {
    const [day, ...others] = printedDays(prints, raw);
    const isAhead = day !== undefined && others.length === 0 && day >= today;
    return isAhead ? { ...known, expiryDate: day, noExpiry: null } : { ...known, noExpiry: 'implausible' };
  }
  const expiryDate = labelledExpiry(prints);
  if (expiryDate === null) return { ...known, noExpiry: 'not_stated' };
  return { expiryDate, noExpiry: null, isExpiryPrintedOnly: true };
}
