type Issuer = readonly [jurisdiction: string, country: 'USA' | 'CAN'];

/** The first number of the consecutive range. */
const FIRST_NUMBER = 636_000;
/**
 * Jurisdictions in the order of their numbers from 636000; Mexican states and embassies, which issue no such
 * licences, are left out.
 */
const RANGE =
  'VA NY MA MD NC SC CT LA MT NM FL DE ON NS CA TX NL NB IA GU CO AR KS OH VT PA AZ - BC OR MO WI MI AL ND IL NJ IN MN ' +
  'NH UT ME SD DC SK WA KY HI MB NV ID MS RI TN NE GA - - OK AK WY WV VI';
const OUTSIDE_RANGE: Readonly<Record<string, string>> = {
  '604426': 'PE',
  '604427': 'AS',
  '604428': 'QC',
  '604429': 'YT',
  '604430': 'MP',
  '604431': 'PR',
  '604432': 'AB',
  '604433': 'NU',
  '604434': 'NT',
};
const PROVINCES = new Set(['ON', 'NS', 'NL', 'NB', 'BC', 'SK', 'MB', 'PE', 'QC', 'YT', 'AB', 'NU', 'NT']);

/** Issuer identification numbers (AAMVA DL/ID Card Design Standard, Annex D; ISO/IEC 7812). */
const ISSUERS = new Map<string, Issuer>(
  [
    ...RANGE.split(' ').map((jurisdiction, index) => [String(FIRST_NUMBER + index), jurisdiction] as const),
    ...Object.entries(OUTSIDE_RANGE),
  ]
    .filter(([, jurisdiction]) => jurisdiction !== '-')
    .map(([number, jurisdiction]) => [
      number,
      [jurisdiction, PROVINCES.has(jurisdiction) ? 'CAN' : 'USA'] as const,
    ]),
);

/** State or province and country for a six-digit issuer identification number; null if unknown. */
export function findIssuer(number: string): { jurisdiction: string; country: 'USA' | 'CAN' } | null {
  const issuer = ISSUERS.get(number);
  return issuer ? { jurisdiction: issuer[0], country: issuer[1] } : null;
}
