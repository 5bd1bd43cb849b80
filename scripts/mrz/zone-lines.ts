import { checkDigit } from '../../src/identity-documents/engines/mrz/check-digit.js';
import { filled, nameField, type PassportPerson, shortDate, td3Lines } from './td3-lines.js';

export type ZoneFormat = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB';

const withDigit = (text: string) => text + checkDigit(text);

/** The MRZ lines of each format (ICAO 9303-4 §4.2, 9303-5 §4.2, 9303-6 §4.2, 9303-7 §4 and §5). */
export function zoneLines(format: ZoneFormat, person: PassportPerson): string[] {
  if (format === 'TD3') return td3Lines(person);
  if (format === 'TD1') return td1Lines(person);
  const length = format === 'MRVA' ? 44 : 36;
  const first = `${format === 'TD2' ? 'ID' : 'V<'}${filled(person.state, 3)}${nameField(person, length - 5)}`;
  const number = withDigit(filled(person.number, 9));
  const birth = withDigit(shortDate(person.birthDate));
  const expiry = withDigit(shortDate(person.expiryDate));
  const begin = number + filled(person.nationality, 3) + birth + sexOf(person) + expiry;
  if (format !== 'TD2') return [first, filled(begin + person.personalNumber.slice(0, length - 28), length)];
  const optional = filled(person.personalNumber.slice(0, 7), 7);
  return [first, begin + optional + checkDigit(number + birth + expiry + optional)];
}

function td1Lines(person: PassportPerson): string[] {
  const number = withDigit(filled(person.number, 9));
  const birth = withDigit(shortDate(person.birthDate));
  const expiry = withDigit(shortDate(person.expiryDate));
  const optional = filled(person.personalNumber, 15);
  const further = filled('', 11);
  const composite = checkDigit(number + optional + birth + expiry + further);
  return [
    `ID${filled(person.state, 3)}${number}${optional}`,
    `${birth}${sexOf(person)}${expiry}${filled(person.nationality, 3)}${further}${composite}`,
    nameField(person, 30),
  ];
}

function sexOf({ sex }: PassportPerson): string {
  return sex === 'X' ? '<' : sex;
}
