import { checkDigit } from '../../src/identity-documents/engines/mrz/check-digit.js';
import { mrzSpellings } from '../../src/identity-documents/engines/mrz/mrz-spellings.js';
import { encodeNames, encodeTd3, padField, type PassportPerson, toYymmdd } from './encode-td3.js';

export type MrzFormatName = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB' | 'IDFRA';

const withDigit = (text: string) => text + checkDigit(text);

/** The MRZ lines of each format (ICAO 9303-4 §4.2, 9303-5 §4.2, 9303-6 §4.2, 9303-7 §4 and §5), and of French cards until 2021. */
export function encodeMrz(format: MrzFormatName, person: PassportPerson): string[] {
  if (format === 'TD3') return encodeTd3(person);
  if (format === 'TD1') return td1Lines(person);
  if (format === 'IDFRA') return frenchLines(person);
  const length = format === 'MRVA' ? 44 : 36;
  const first = `${format === 'TD2' ? 'ID' : 'V<'}${padField(person.state, 3)}${encodeNames(person, length - 5)}`;
  const number = withDigit(padField(person.number, 9));
  const birth = withDigit(toYymmdd(person.birthDate));
  const expiry = withDigit(toYymmdd(person.expiryDate));
  const begin = number + padField(person.nationality, 3) + birth + sexOf(person) + expiry;
  if (format !== 'TD2') return [first, padField(begin + person.personalNumber.slice(0, length - 28), length)];
  const optional = padField(person.personalNumber.slice(0, 7), 7);
  return [first, begin + optional + checkDigit(number + birth + expiry + optional)];
}

function td1Lines(person: PassportPerson): string[] {
  const number = withDigit(padField(person.number, 9));
  const birth = withDigit(toYymmdd(person.birthDate));
  const expiry = withDigit(toYymmdd(person.expiryDate));
  const optional = padField(person.personalNumber, 15);
  const further = padField('', 11);
  const composite = checkDigit(number + optional + birth + expiry + further);
  return [
    `ID${padField(person.state, 3)}${number}${optional}`,
    `${birth}${sexOf(person)}${expiry}${padField(person.nationality, 3)}${further}${composite}`,
    encodeNames(person, 30),
  ];
}

/** The number begins with a month, here that of the expiry, and an office. */
function frenchLines(person: PassportPerson): string[] {
  const office = '75C';
  const digits = [...person.number.slice(0, 5)].map((character) => character.charCodeAt(0) % 10).join('');
  const written = (name: string) => mrzSpellings(name)[0]!.replaceAll(' ', '<');
  const first = `IDFRA${padField(written(person.surname).slice(0, 25), 25)}${office}001`;
  const number = withDigit(toYymmdd(person.expiryDate).slice(0, 4) + office + digits);
  const givenNames = written(person.givenNames).replaceAll('<', '<<').slice(0, 14);
  const second = number + padField(givenNames, 14) + withDigit(toYymmdd(person.birthDate)) + sexOf(person);
  return [first, second + checkDigit(first + second)];
}

function sexOf({ sex }: PassportPerson): string {
  return sex === 'X' ? '<' : sex;
}
