import { checkDigit } from '../../src/identity-documents/engines/mrz/check-digit.js';
import { mrzSpellings } from '../../src/identity-documents/engines/mrz/mrz-spellings.js';

export type CheckDigitName = 'documentNumber' | 'birthDate' | 'expiryDate' | 'personalNumber' | 'composite';

export interface PassportPerson {
  surname: string;
  givenNames: string;
  /** Document number, at most nine characters. */
  number: string;
  /** Issuing state as in the MRZ: three letters, or one (`D`). */
  state: string;
  nationality: string;
  /** YYYY-MM-DD. */
  birthDate: string;
  sex: 'F' | 'M' | 'X';
  /** YYYY-MM-DD. */
  expiryDate: string;
  personalNumber: string;
}

const LINE_LENGTH = 44;
const NAMES_LENGTH = 39;

/**
 * The two lines of a passport's MRZ (ICAO 9303-4 §4.2), optionally with one wrong check digit.
 * Throws RangeError if a field is too long.
 */
export function encodeTd3(person: PassportPerson, breakCheckDigit?: CheckDigitName): [string, string] {
  const digit = (name: CheckDigitName, text: string) =>
    String((checkDigit(text) + (name === breakCheckDigit ? 1 : 0)) % 10);
  const number = padField(person.number, 9);
  const birth = toYymmdd(person.birthDate);
  const expiry = toYymmdd(person.expiryDate);
  const personal = padField(person.personalNumber, 14);
  const first = `P<${padField(person.state, 3)}${encodeNames(person, NAMES_LENGTH)}`;
  const numberPart = number + digit('documentNumber', number);
  const birthPart = birth + digit('birthDate', birth);
  const expiryPart = expiry + digit('expiryDate', expiry);
  const personalPart = personal + digit('personalNumber', personal);
  const composite = digit('composite', numberPart + birthPart + expiryPart + personalPart);
  const sex = person.sex === 'X' ? '<' : person.sex;
  const second =
    numberPart + padField(person.nationality, 3) + birthPart + sex + expiryPart + personalPart + composite;
  if (first.length !== LINE_LENGTH || second.length !== LINE_LENGTH)
    throw new RangeError('a field is too long');
  return [first, second];
}

/** Surname, two fillers, given names, truncated to the length of the field. */
export function encodeNames(person: PassportPerson, length: number): string {
  const written = (name: string) => (mrzSpellings(name)[0] ?? '').replaceAll(' ', '<');
  return `${written(person.surname)}<<${written(person.givenNames)}`.slice(0, length).padEnd(length, '<');
}

export function padField(text: string, length: number): string {
  return text.toUpperCase().padEnd(length, '<');
}

/** YYYY-MM-DD as YYMMDD. */
export function toYymmdd(date: string): string {
  return date.slice(2).replaceAll('-', '');
}
