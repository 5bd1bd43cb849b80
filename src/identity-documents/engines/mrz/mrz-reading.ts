import { isIcaoState } from '../../icao-states.js';
import { type Point, type QuarterTurn } from '../imaging/grey-image.js';
import { longNumberTail } from './mrz-checks.js';
import { CERTAIN, isContradictory } from './mrz-contradiction.js';
import { isPossibleDate, type MrzDate, resolveBirthDate, resolveExpiryDate } from './mrz-dates.js';
import { type DecodedMrz, type Substitution } from './mrz-decoder.js';
import {
  checkedColumns,
  CLASS_CHARACTERS,
  columnCharacters,
  type MrzCheckName,
  type MrzFieldName,
  type MrzFormat,
  spanText,
} from './mrz-format.js';

export interface MrzFields {
  documentCode: string;
  /** ICAO's code without fillers, such as `GBR` or `D`. */
  issuingState: string;
  /** Empty if the holder has only given names; likewise, `givenNames` is empty for a holder with one name. */
  surname: string;
  givenNames: string;
  /** The names fill their field to the end, so letters may be missing (ICAO 9303-4 §4.2.3). */
  namesMayBeTruncated: boolean;
  documentNumber: string;
  /** As the issuing state; empty if the MRZ has fillers. */
  nationality: string;
  birthDate: MrzDate;
  /** X if the MRZ has a filler (unspecified). */
  sex: 'F' | 'M' | 'X';
  expiryDate: MrzDate;
  /** Contents of the optional elements without fillers; a personal number in many passports. */
  optionalData: string[];
}

/** Doubts about what is printed. */
const READING_DOUBTS = ['check_digit', 'substitution', 'low_confidence', 'unknown_kind'] as const;
/** Doubts about one field of a zone read with certainty. They do not affect other fields. */
type FieldDoubt = 'unknown_state' | 'invalid_date' | 'missing_name' | 'malformed_names';

/** Why a reading is not clear. */
export type MrzDoubt = (typeof READING_DOUBTS)[number] | FieldDoubt;

export interface MrzReading {
  format: MrzFormat['name'];
  /** The lines of the MRZ, corrections included. */
  lines: string[];
  /** Probability, 0 to 1, of each character of `lines`. */
  confidences: number[][];
  fields: MrzFields;
  /** Whether each check digit matches what it covers in `lines`. */
  checkDigits: Partial<Record<MrzCheckName, boolean>>;
  substitutions: Substitution[];
  meanConfidence: number;
  minConfidence: number;
  doubts: MrzDoubt[];
  /** True if it was read with certainty, so its fields can be used. It is clear if there are no doubts about any field either. */
  accepted: boolean;
  /**
   * A check digit fails although every character it covers was read with certainty and no look-alike would
   * fix it: the print contradicts itself, and a better photo would not help.
   */
  contradictory: boolean;
  /**
   * Not accepted for a doubtful character elsewhere, although every check digit holds and number and dates were read
   * with certainty: a human may rely on these, and no machine.
   */
  hasCertainFacts: boolean;
  /** Clockwise degrees that make the text upright. */
  rotation: QuarterTurn;
  /** Corners of the MRZ as fractions of the given image. */
  box: Point[];
}

/** Where in the image the MRZ was found. */
export type MrzLocation = Pick<MrzReading, 'rotation' | 'box'>;

/** Requirements for acceptance, chosen so that no wrong reading with valid check digits passed in tests. */
const MIN_MEAN_CONFIDENCE = 0.95;
const MIN_CHARACTER_CONFIDENCE = 0.3;

/** Stricter where no check digit would reveal an error, and strictest where letters and digits also mix. */
const MIN_UNNOTICED_CERTAINTY = 0.8;
const MIN_UNNOTICED_CERTAINTY_MIXED = 0.95;

/** Surname, two fillers, given names separated by one filler, then only fillers (ICAO 9303-3 §4.6). */
const USUAL_NAMES = /^[A-Z]+(<[A-Z]+)*(<<[A-Z]+(<[A-Z]+)*)?<*$/;
/**
 * Issuers' variants: no surname, three fillers, or two between given names. Text after a larger gap, or a single
 * letter after such a gap, is more likely a misread filler.
 */
const POSSIBLE_NAMES = /^<{0,3}[A-Z]+(<[A-Z]+)*(<{2,3}[A-Z]+(<[A-Z]+)*)?(<{2,3}[A-Z]{2,}(<[A-Z]+)*)*<*$/;

/** Extracts fields, doubts and verdict from a decoded MRZ. `today` (YYYY-MM-DD) resolves two-digit years. */
export function interpretMrz(decoded: DecodedMrz, today: string, location: MrzLocation): MrzReading {
  const confidences = decoded.confidences.flat();
  const reading = {
    format: decoded.format.name,
    lines: decoded.lines,
    confidences: decoded.confidences,
    fields: readFields(decoded, today),
    checkDigits: decoded.checks,
    substitutions: decoded.substitutions,
    meanConfidence: confidences.reduce((sum, confidence) => sum + confidence, 0) / confidences.length,
    minConfidence: Math.min(...confidences),
  };
  const isDoubtful = hasDoubtfulCharacter(decoded) || hasMisreadState(decoded);
  const doubts = findDoubts(decoded.format, reading, isDoubtful);
  const readingDoubts = READING_DOUBTS.filter((doubt) => doubts.includes(doubt));
  return {
    ...reading,
    ...location,
    doubts,
    accepted: readingDoubts.length === 0,
    hasCertainFacts: readingDoubts.join() === 'low_confidence' && areFactsCertain(decoded),
    contradictory: !doubts.includes('unknown_kind') && isContradictory(decoded),
  };
}

/** Whether every character of number, dates and their check digits was read with certainty. */
function areFactsCertain({ format, lines, confidences }: DecodedMrz): boolean {
  const names = ['documentNumber', 'birthDate', 'expiryDate'] as const;
  const places = names.flatMap((name) => {
    const [field, check] = [format.fields[name], format.checks[name]];
    const digit = check && { ...check.digit, start: check.digit.column, end: check.digit.column + 1 };
    return [field, digit].filter((span) => span !== undefined);
  });
  const isCertain = places.every(({ line, start, end }) =>
    confidences[line]!.slice(start, end).every((each) => each >= CERTAIN),
  );
  return isCertain && !isLongNumber(format, lines);
}

/** Whether an unknown state may have been misread, rather than printed that way. */
function hasMisreadState({ format, lines, confidences }: DecodedMrz): boolean {
  return [format.fields.issuingState, format.fields.nationality].some(
    (span) =>
      isUnknownState(words(spanText(lines, span))) &&
      confidences[span.line]!.slice(span.start, span.end).some((each) => each < CERTAIN),
  );
}

/** Empty is fine: some issuers leave the nationality blank, as on identity cards of Macau. */
function isUnknownState(code: string): boolean {
  return code !== '' && !isIcaoState(code);
}

function readFields({ format, lines }: DecodedMrz, today: string): MrzFields {
  const text = (field: MrzFieldName) => {
    const span = format.fields[field];
    return span ? spanText(lines, span) : '';
  };
  const plain = (field: MrzFieldName) => words(text(field));
  const [surname = '', ...others] = format.fields.givenNames
    ? [text('names'), text('givenNames')]
    : text('names').split('<<');
  const sex = text('sex');
  const birthDate = resolveBirthDate(text('birthDate'), today);
  // Excludes the check digit, which comes last.
  const numberTail = isLongNumber(format, lines) ? longNumberTail(text('optionalData')).slice(0, -1) : '';
  const optional = words(
    numberTail ? text('optionalData').slice(numberTail.length + 1) : text('optionalData'),
  );
  return {
    documentCode: plain('documentCode'),
    issuingState: plain('issuingState'),
    surname: words(surname),
    givenNames: words(others.join('<')),
    namesMayBeTruncated: [text('names'), text('givenNames')].some(
      (name) => name !== '' && !name.endsWith('<'),
    ),
    documentNumber: plain('documentNumber') + numberTail,
    nationality: plain('nationality'),
    birthDate,
    sex: sex === 'F' || sex === 'M' ? sex : 'X',
    expiryDate: resolveExpiryDate(text('expiryDate'), today, birthDate.date),
    optionalData: [optional, plain('furtherOptionalData')].filter((data) => data !== ''),
  };
}

function isLongNumber({ checks }: MrzFormat, lines: readonly string[]): boolean {
  const check = checks.documentNumber!;
  return check.continuation !== undefined && lines[check.digit.line]!.charAt(check.digit.column) === '<';
}

/** Fillers become the spaces they stand for. */
function words(text: string): string {
  return text.replaceAll('<', ' ').trim().replace(/ +/g, ' ');
}

/**
 * Whether a character is doubtful and no check digit would reveal the error. Fillers are judged by the form of the
 * names instead; in names of unusual form, they are judged like letters.
 */
function hasDoubtfulCharacter({ format, lines, certainties }: DecodedMrz): boolean {
  const allowed = columnCharacters(format);
  const isChecked = checkedColumns(format);
  return lines.some((line, index) =>
    [...line].some((character, column) => {
      const isMixed = allowed[index]![column] === CLASS_CHARACTERS.any && !isChecked[index]![column];
      const least = isMixed ? MIN_UNNOTICED_CERTAINTY_MIXED : MIN_UNNOTICED_CERTAINTY;
      const isJudged = character !== '<' || isUnusualFiller(format, lines, { line: index, column });
      return isJudged && certainties[index]![column]! < least;
    }),
  );
}

/** Whether a letter in place of this filler would give names of the usual form. */
function isUnusualFiller(
  { fields: { names, givenNames } }: MrzFormat,
  lines: readonly string[],
  { line, column }: { line: number; column: number },
): boolean {
  if (givenNames || line !== names.line || column < names.start || column >= names.end) return false;
  const text = spanText(lines, names);
  return !USUAL_NAMES.test(text) && column - names.start < text.replace(/<+$/, '').length;
}

function findDoubts(
  format: MrzFormat,
  reading: Omit<MrzReading, 'doubts' | 'accepted' | 'hasCertainFacts' | 'contradictory' | keyof MrzLocation>,
  hasDoubtful: boolean,
): MrzDoubt[] {
  const { fields, meanConfidence, minConfidence } = reading;
  const isFaint = meanConfidence < MIN_MEAN_CONFIDENCE || minConfidence < MIN_CHARACTER_CONFIDENCE;
  const doubts: Record<MrzDoubt, boolean> = {
    check_digit: Object.values(reading.checkDigits).includes(false),
    substitution: reading.substitutions.length > 0,
    low_confidence: isFaint || hasDoubtful,
    unknown_state: !isIcaoState(fields.issuingState) || isUnknownState(fields.nationality),
    invalid_date: !isPossibleDate(fields.birthDate.raw) || !isPossibleDate(fields.expiryDate.raw),
    missing_name: fields.surname === '' && fields.givenNames === '',
    malformed_names: hasMalformedNames(format, reading.lines),
    unknown_kind: !isKnownCode(format, spanText(reading.lines, format.fields.documentCode)),
  };
  return (Object.keys(doubts) as MrzDoubt[]).filter((doubt) => doubts[doubt]);
}

/** Only the second character can be a filler. */
function isKnownCode({ codes }: MrzFormat, code: string): boolean {
  return code.charAt(0) !== '<' && codes.includes(code.charAt(0));
}

function hasMalformedNames({ fields: { names, givenNames } }: MrzFormat, lines: readonly string[]): boolean {
  return [names, ...(givenNames ? [givenNames] : [])]
    .map((span) => spanText(lines, span))
    .some((text) => /[A-Z]/.test(text) && !POSSIBLE_NAMES.test(text));
}
