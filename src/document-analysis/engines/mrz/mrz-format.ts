/** Characters that a field may hold (ICAO 9303-4 §4.2.2). */
export type CharacterClass = 'letters' | 'digits' | 'digitsOrFiller' | 'sex' | 'any';

export const CLASS_CHARACTERS: Record<CharacterClass, string> = {
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<',
  digits: '0123456789',
  digitsOrFiller: '0123456789<',
  sex: 'FMX<',
  any: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
};

/** Columns [start, end) of a line, both counted from 0. */
export interface Span {
  line: number;
  start: number;
  end: number;
}

export type MrzFieldName =
  | 'documentCode'
  | 'issuingState'
  | 'names'
  | 'documentNumber'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'expiryDate'
  | 'personalNumber';

export type MrzCheckName = 'documentNumber' | 'birthDate' | 'expiryDate' | 'personalNumber' | 'composite';

export interface MrzField extends Span {
  characters: CharacterClass;
}

export interface MrzCheck {
  /** What the digit is computed over, in this order. */
  over: Span[];
  digit: { line: number; column: number };
  /** The digit may be a filler when everything it covers is filler. */
  optional?: boolean;
}

/** One kind of machine readable zone as data; another kind is another table. */
export interface MrzFormat {
  name: 'TD3';
  lineCount: number;
  lineLength: number;
  fields: Record<MrzFieldName, MrzField>;
  checks: Record<MrzCheckName, MrzCheck>;
}

/** Passports: two lines of 44 characters (ICAO 9303-4 §4.2, table of data elements). */
export const TD3: MrzFormat = {
  name: 'TD3',
  lineCount: 2,
  lineLength: 44,
  fields: {
    documentCode: { line: 0, start: 0, end: 2, characters: 'letters' },
    issuingState: { line: 0, start: 2, end: 5, characters: 'letters' },
    names: { line: 0, start: 5, end: 44, characters: 'letters' },
    documentNumber: { line: 1, start: 0, end: 9, characters: 'any' },
    nationality: { line: 1, start: 10, end: 13, characters: 'letters' },
    birthDate: { line: 1, start: 13, end: 19, characters: 'digitsOrFiller' },
    sex: { line: 1, start: 20, end: 21, characters: 'sex' },
    expiryDate: { line: 1, start: 21, end: 27, characters: 'digits' },
    personalNumber: { line: 1, start: 28, end: 42, characters: 'any' },
  },
  checks: {
    documentNumber: { over: [{ line: 1, start: 0, end: 9 }], digit: { line: 1, column: 9 } },
    birthDate: { over: [{ line: 1, start: 13, end: 19 }], digit: { line: 1, column: 19 } },
    expiryDate: { over: [{ line: 1, start: 21, end: 27 }], digit: { line: 1, column: 27 } },
    personalNumber: {
      over: [{ line: 1, start: 28, end: 42 }],
      digit: { line: 1, column: 42 },
      optional: true,
    },
    composite: {
      over: [
        { line: 1, start: 0, end: 10 },
        { line: 1, start: 13, end: 20 },
        { line: 1, start: 21, end: 43 },
      ],
      digit: { line: 1, column: 43 },
    },
  },
};

/** For every line, the characters that each of its columns may hold. */
export function columnCharacters(format: MrzFormat): string[][] {
  const columns = Array.from({ length: format.lineCount }, () =>
    Array.from({ length: format.lineLength }, () => CLASS_CHARACTERS.any),
  );
  for (const { line, start, end, characters } of Object.values(format.fields)) {
    columns[line]!.fill(CLASS_CHARACTERS[characters], start, end);
  }
  for (const { digit, optional } of Object.values(format.checks)) {
    columns[digit.line]![digit.column] = CLASS_CHARACTERS[optional ? 'digitsOrFiller' : 'digits'];
  }
  return columns;
}

export function spanText(lines: readonly string[], span: Span): string {
  return lines[span.line]!.slice(span.start, span.end);
}
