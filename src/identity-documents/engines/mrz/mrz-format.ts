/** Characters that a field can contain (ICAO 9303-4 §4.2.2). */
export type CharacterClass = 'letters' | 'digits' | 'digitsOrFiller' | 'sex' | 'any';

export const CLASS_CHARACTERS: Record<CharacterClass, string> = {
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<',
  digits: '0123456789',
  digitsOrFiller: '0123456789<',
  sex: 'FMX<',
  any: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
};

/** Columns [start, end) of a line, counted from 0. */
export interface Span {
  line: number;
  start: number;
  end: number;
}

export type MrzFieldName =
  | 'documentCode'
  | 'issuingState'
  | 'names'
  | 'givenNames'
  | 'documentNumber'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'expiryDate'
  | 'optionalData'
  | 'furtherOptionalData';

export type MrzCheckName = 'documentNumber' | 'birthDate' | 'expiryDate' | 'personalNumber' | 'composite';

export interface MrzField extends Span {
  characters: CharacterClass;
  /** What the last column can contain, if different. */
  last?: CharacterClass;
}

export interface MrzCheck {
  /** What the digit is computed over, in this order. */
  over: Span[];
  digit: { line: number; column: number };
  /** The digit may be a filler if everything it covers is filler. */
  optional?: boolean;
  /**
   * Where a document number of more than nine characters continues. A filler then takes the place of its
   * check digit, which follows as the last character before the next filler (ICAO 9303-5 §4.2.2, note j).
   */
  continuation?: Span;
}

/** Elements that only some formats have. If `givenNames` is a separate field, `names` holds only the surname. */
type OptionalField = 'givenNames' | 'expiryDate' | 'optionalData' | 'furtherOptionalData';

/** An MRZ format as data; another format is another table. */
export interface MrzFormat {
  name: 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB' | 'IDFRA';
  /** Permitted first letters of the document code. */
  codes: string;
  /** The start of the first line, if needed to distinguish formats with lines of equal length. */
  prefix?: string;
  lineCount: number;
  lineLength: number;
  fields: Record<Exclude<MrzFieldName, OptionalField>, MrzField> & Partial<Record<OptionalField, MrzField>>;
  /** Columns within fields that allow fewer characters. */
  narrower?: MrzField[];
  checks: Partial<Record<MrzCheckName, MrzCheck>>;
}

const field = (line: number, start: number, end: number, characters: CharacterClass): MrzField => ({
  line,
  start,
  end,
  characters,
});
/** On cards, the issuer chooses the second character: US cards have C1 and C2 (ICAO 9303-5 §4.2.2, 9303-6 §4.2.2). */
const CARD_CODE: MrzField = { ...field(0, 0, 2, 'letters'), last: 'any' };
const span = (line: number, start: number, end: number): Span => ({ line, start, end });

/** Fields at the same columns in TD3, TD2 and both visas (ICAO 9303-4 §4.2, 9303-6 §4.2, 9303-7 §4, §5). */
function twoLines(
  length: number,
  optionalEnd: number,
): Pick<MrzFormat, 'lineCount' | 'lineLength' | 'fields'> {
  return {
    lineCount: 2,
    lineLength: length,
    fields: {
      documentCode: field(0, 0, 2, 'letters'),
      issuingState: field(0, 2, 5, 'letters'),
      names: field(0, 5, length, 'letters'),
      documentNumber: field(1, 0, 9, 'any'),
      nationality: field(1, 10, 13, 'letters'),
      birthDate: field(1, 13, 19, 'digitsOrFiller'),
      sex: field(1, 20, 21, 'sex'),
      expiryDate: field(1, 21, 27, 'digitsOrFiller'),
      optionalData: field(1, 28, optionalEnd, 'any'),
    },
  };
}

/**
 * Issuers write unknown dates as fillers, and their check digit as zero or another filler (the cards of elderly
 * Moldovans have no expiry).
 */
const TWO_LINE_CHECKS = {
  documentNumber: { over: [span(1, 0, 9)], digit: { line: 1, column: 9 } },
  birthDate: { over: [span(1, 13, 19)], digit: { line: 1, column: 19 }, optional: true },
  expiryDate: { over: [span(1, 21, 27)], digit: { line: 1, column: 27 }, optional: true },
};

/** Passports: two lines of 44 characters (ICAO 9303-4 §4.2, table of data elements). */
export const TD3: MrzFormat = {
  name: 'TD3',
  codes: 'P',
  ...twoLines(44, 42),
  checks: {
    ...TWO_LINE_CHECKS,
    personalNumber: { over: [span(1, 28, 42)], digit: { line: 1, column: 42 }, optional: true },
    composite: { over: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 43)], digit: { line: 1, column: 43 } },
  },
};

const TD2_LAYOUT = twoLines(36, 35);

/** Cards with two lines of 36 characters (ICAO 9303-6 §4.2). */
export const TD2: MrzFormat = {
  name: 'TD2',
  codes: 'ACIP',
  ...TD2_LAYOUT,
  fields: { ...TD2_LAYOUT.fields, documentCode: CARD_CODE },
  checks: {
    ...TWO_LINE_CHECKS,
    documentNumber: { ...TWO_LINE_CHECKS.documentNumber, continuation: span(1, 28, 35) },
    composite: { over: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 35)], digit: { line: 1, column: 35 } },
  },
};

/** Cards with three lines of 30 characters (ICAO 9303-5 §4.2). */
export const TD1: MrzFormat = {
  name: 'TD1',
  codes: 'ACIP',
  lineCount: 3,
  lineLength: 30,
  fields: {
    documentCode: CARD_CODE,
    issuingState: field(0, 2, 5, 'letters'),
    documentNumber: field(0, 5, 14, 'any'),
    optionalData: field(0, 15, 30, 'any'),
    birthDate: field(1, 0, 6, 'digitsOrFiller'),
    sex: field(1, 7, 8, 'sex'),
    expiryDate: field(1, 8, 14, 'digitsOrFiller'),
    nationality: field(1, 15, 18, 'letters'),
    furtherOptionalData: field(1, 18, 29, 'any'),
    names: field(2, 0, 30, 'letters'),
  },
  checks: {
    documentNumber: {
      over: [span(0, 5, 14)],
      digit: { line: 0, column: 14 },
      continuation: span(0, 15, 30),
    },
    birthDate: { over: [span(1, 0, 6)], digit: { line: 1, column: 6 }, optional: true },
    expiryDate: { over: [span(1, 8, 14)], digit: { line: 1, column: 14 }, optional: true },
    composite: {
      over: [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)],
      digit: { line: 1, column: 29 },
    },
  },
};

/**
 * French identity cards issued until 2021: two lines of 36 characters as in TD2, but with their own layout and check
 * digits and no expiry. The number begins with year and month of issue and the department. Only citizens hold one.
 */
export const IDFRA: MrzFormat = {
  name: 'IDFRA',
  codes: 'I',
  prefix: 'IDFRA',
  lineCount: 2,
  lineLength: 36,
  fields: {
    documentCode: field(0, 0, 2, 'letters'),
    issuingState: field(0, 2, 5, 'letters'),
    nationality: field(0, 2, 5, 'letters'),
    names: field(0, 5, 30, 'letters'),
    documentNumber: field(1, 0, 12, 'any'),
    givenNames: field(1, 13, 27, 'letters'),
    birthDate: field(1, 27, 33, 'digitsOrFiller'),
    sex: field(1, 34, 35, 'sex'),
  },
  narrower: [field(1, 0, 4, 'digits'), field(1, 7, 12, 'digits')],
  checks: {
    documentNumber: { over: [span(1, 0, 12)], digit: { line: 1, column: 12 } },
    birthDate: { over: [span(1, 27, 33)], digit: { line: 1, column: 33 } },
    composite: { over: [span(0, 0, 36), span(1, 0, 35)], digit: { line: 1, column: 35 } },
  },
};

/** Visas with two lines of 44 or 36 characters and no composite check digit (ICAO 9303-7 §4.2, §5.2). */
export const MRVA: MrzFormat = { name: 'MRVA', codes: 'V', ...twoLines(44, 44), checks: TWO_LINE_CHECKS };
export const MRVB: MrzFormat = { name: 'MRVB', codes: 'V', ...twoLines(36, 36), checks: TWO_LINE_CHECKS };

/** The characters permitted in each column of each line. */
export function columnCharacters(format: MrzFormat): string[][] {
  const columns = Array.from({ length: format.lineCount }, () =>
    Array.from({ length: format.lineLength }, () => CLASS_CHARACTERS.any),
  );
  for (const { line, start, end, characters, last } of [
    ...Object.values(format.fields),
    ...(format.narrower ?? []),
  ]) {
    columns[line]!.fill(CLASS_CHARACTERS[characters], start, end);
    if (last) columns[line]![end - 1] = CLASS_CHARACTERS[last];
  }
  for (const { digit, optional, continuation } of Object.values(format.checks)) {
    const mayBeFiller = optional === true || continuation !== undefined;
    columns[digit.line]![digit.column] = CLASS_CHARACTERS[mayBeFiller ? 'digitsOrFiller' : 'digits'];
  }
  return columns;
}

/** Whether each column is covered by a check digit, or is one. */
export function checkedColumns(format: MrzFormat): boolean[][] {
  const checked = Array.from({ length: format.lineCount }, () =>
    Array.from({ length: format.lineLength }, () => false),
  );
  for (const { over, digit } of Object.values(format.checks)) {
    for (const { line, start, end } of over) checked[line]!.fill(true, start, end);
    checked[digit.line]![digit.column] = true;
  }
  return checked;
}

export function spanText(lines: readonly string[], span: Span): string {
  return lines[span.line]!.slice(span.start, span.end);
}
