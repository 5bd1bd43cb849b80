import { type AamvaElements } from './aamva-elements.js';
import { type NoExpiry } from './barcode-reading.js';
import { isCalendarDay } from './calendar-day.js';

export interface LicenceDates {
  birthDate: string | null;
  issueDate: string | null;
  expiryDate: string | null;
  noExpiry: NoExpiry | null;
  /** What is missing or wrong, as short codes. */
  problems: string[];
}

/** A date, or why there is none. */
type Stated = { date: string } | { date: null; reason: Exclude<NoExpiry, 'month_only'> };

const EARLIEST = '1900';
/** A document valid until then has no expiry. */
const WITHOUT_END = '2200';
const SAYS_WITHOUT_END = /^(?:9{6,8}|0{6,8}|INDEF.*|PERM.*|NON?EXP.*|NEVER.*|LIFE.*|UNLIMITED|MIL|MILITARY)$/;
const SAYS_NOTHING = /^(?:NONE|N\/?A|UNAVA?I?L|UNK)?$/;

/** Birth, issue and expiry. They must be in this order; a date that contradicts the others is discarded. */
export function readDates(elements: AamvaElements): LicenceDates {
  const stated = [
    readDate(elements.get('DBB')),
    readDate(elements.get('DBD')),
    readExpiry(elements.get('DBA')),
  ] as const;
  const contradictory = contradicting(stated.map(({ date }) => date));
  const [birth, issue, expiry] = stated.map((each, index) =>
    contradictory.has(index) ? INVALID : each,
  ) as unknown as [Stated, Stated, Stated];
  const problems = [
    contradictory.size > 0 ? 'date_order' : null,
    birth.date === null ? 'birth_date' : null,
    isInvalid(expiry) ? 'expiry_date' : null,
    // No decision depends on it, and some issuers leave it out.
    isInvalid(issue) ? 'issue_date' : null,
  ].filter((problem) => problem !== null);
  return {
    birthDate: birth.date,
    issueDate: issue.date,
    expiryDate: expiry.date,
    noExpiry: expiry.date === null ? expiry.reason : null,
    problems,
  };
}

const INVALID: Stated = { date: null, reason: 'invalid' };
const NOT_STATED: Stated = { date: null, reason: 'not_stated' };

const isInvalid = (stated: Stated) => stated.date === null && stated.reason === 'invalid';

function readDate(value = ''): Stated {
  if (SAYS_NOTHING.test(value.toUpperCase())) return NOT_STATED;
  const date = dayOf(value);
  return date !== null && date >= EARLIEST && date < WITHOUT_END ? { date } : INVALID;
}

function readExpiry(value = ''): Stated {
  const isWithoutEnd =
    SAYS_WITHOUT_END.test(value.replace(/[/. -]/g, '').toUpperCase()) || (dayOf(value) ?? '') >= WITHOUT_END;
  // Where an expiry is always stated, a word in its place means that there is none.
  const isWord = value.toUpperCase() === 'NONE';
  return isWithoutEnd || isWord ? { date: null, reason: 'without_end' } : readDate(value);
}

/**
 * MMDDCCYY in the United States, CCYYMMDD in Canada and in version 1 (Annex D.12.5), but issuers use either. A
 * century is not a valid month, and no month is a living person's century, so only one reading is a date.
 */
function dayOf(value: string): string | null {
  const digits = /^(\d{8})M?$/.exec(value.replace(/[-/. ]/g, ''))?.[1];
  if (!digits) return null;
  const yearFirst = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const yearLast = `${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`;
  return [yearFirst, yearLast].find((text) => text >= EARLIEST && isCalendarDay(text)) ?? null;
}

/** Indexes of the dates that take part in the most contradictions: the odd one out of three, or both of two. */
function contradicting(dates: readonly (string | null)[]): Set<number> {
  const counts = dates.map(
    (date, index) =>
      dates.filter((other, at) => {
        if (date === null || other === null || at === index) return false;
        return at < index ? other >= date : date >= other;
      }).length,
  );
  const most = Math.max(...counts);
  return new Set(most === 0 ? [] : counts.flatMap((count, index) => (count === most ? [index] : [])));
}
