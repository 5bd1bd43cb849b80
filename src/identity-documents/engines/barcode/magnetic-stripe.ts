import { type BarcodeReading } from './barcode-reading.js';
import { isCalendarDay } from './calendar-day.js';
import { findIssuer } from './issuers.js';

type Stripe = Pick<BarcodeReading, 'jurisdiction' | 'country' | 'fields'>;

/** State, city, name with `$` between family and given names, address (ISO/IEC 7811; AAMVA, Annex F). */
const FIRST_TRACK = /^%?([A-Z]{2})[^^]{0,13}\^([^^]{1,35})\^/;
/** Issuer, number, expiry as YYMM, birth as CCYYMMDD. */
const SECOND_TRACK = /(6\d{5})(\d{1,20})=(\d{4})(\d{4})(\d\d)(\d\d)/;
/** Version, postal code, class, restrictions, endorsements, then sex, height and weight. */
const SEX = /[ ]{2}([MFX])\d{3}/;
/** Their numbers have only digits; the states' begin with letters, which the stripe writes as digits. */
const NUMBERS_ARE_DIGITS = 'CAN';

/**
 * Parses the text of a magnetic stripe, which British Columbia prints as its barcode, as Ohio once did. It states
 * only the month of expiry, and no date of issue. Null for any other text.
 */
export function readMagneticStripe(text: string): Stripe | null {
  const first = FIRST_TRACK.exec(text);
  const second = SECOND_TRACK.exec(text);
  if (!first || !second) return null;
  const [, state, name] = first as unknown as [string, string, string];
  const [, number, licence, , year, month, day] = second as unknown as string[];
  const issuer = findIssuer(number!);
  const birth = `${year}-${month}-${day}`;
  if (issuer?.jurisdiction !== state) return null;
  const [surname = '', ...given] = name.split('$').map(plain);
  return {
    ...issuer,
    fields: {
      surname,
      givenNames: given.filter((part) => part !== '').join(' '),
      namesMayBeTruncated: name.length === 35,
      documentNumber: issuer.country === NUMBERS_ARE_DIGITS ? licence! : '',
      birthDate: isCalendarDay(birth) ? birth : null,
      expiryDate: null,
      noExpiry: 'month_only',
      issueDate: null,
      sex: (SEX.exec(text)?.[1] ?? 'X') as 'F' | 'M' | 'X',
    },
  };
}

const plain = (name: string) =>
  name
    .toUpperCase()
    .replace(/[,\s]+/g, ' ')
    .trim();
