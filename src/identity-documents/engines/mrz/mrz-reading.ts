import { isIcaoState } from '../../icao-states.js';
import { type Point, type QuarterTurn } from '../imaging/grey-image.js';
import { longNumberTail } from './mrz-checks.js';
import { CERTAIN, isContradictory } from './mrz-contradiction.js';
import { type MrzDate, resolveBirthDate, resolveExpiryDate } from './mrz-dates.js';
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
  surname: string;
  givenNames: string;
  /** The names fill their field to the end, so letters may be missing (ICAO 9303-4 §4.2.3). */
  namesMayBeTruncated: boolean;
  documentNumber: string;
  nationality: string;
  birthDate: MrzDate;
  /** X if the MRZ has a filler (unspecified). */
  sex: 'F' | 'M' | 'X';
  expiryDate: MrzDate;
  /** Contents of the optional elements without fillers; a personal number in many passports. */
  optionalData: string[];
}

/** Why a reading is not accepted as it stands. */
export type MrzDoubt =
  | 'check_digit'
  | 'substitution'
  | 'low_confidence'
  | 'unknown_state'
  | 'invalid_date'
  | 'missing_name'
  | 'malformed_names'
  | 'unknown_kind';

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
  /** True if there are no doubts; only such a reading may count as clear. */
  accepted: boolean;
  /**
   * A check digit fails although every character it covers was read with certainty and no look-alike would
   * fix it: the print contradicts itself, and a better photo would not help.
   */
  contradictory: boolean;
  /**
   * The check digits hold, but a state was read with certainty that nobody knows: it is printed so, and a better photo would
   * not help.
   */
  hasUnknownState: boolean;
  /** Clockwise degrees that make the text upright. */
  rotation: QuarterTurn;
  /** Corners of the MRZ as fractions of the given image. */
  box: Point[];
}

/** Where in the image the MRZ was found. */
export type MrzLocation = Pick<MrzReading, 'rotation' | 'box'>;

/** Requirements for acceptance, measured such that no wrong reading with valid check digits passed. */
const MIN_MEAN_CONFIDENCE = 0.95;
const MIN_CHARACTER_CONFIDENCE = 0.3;

/** Stricter where no check digit would reveal an error, and strictest where letters and digits mix too. */
const MIN_UNNOTICED_CERTAINTY = 0.8;
const MIN_UNNOTICED_CERTAINTY_MIXED = 0.95;

/** Surname, two fillers, given names separated by one filler, then only fillers (ICAO 9303-3 §4.6). */
const NAMES = /^[A-Z]+(<[A-Z]+)*(<<[A-Z]+(<[A-Z]+)*)?<*$/;

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
  const doubts = findDoubts(decoded.format, reading, hasDoubtfulCharacter(decoded));
  return {
    ...reading,
    ...location,
    doubts,
    accepted: doubts.length === 0,
    contradictory: !doubts.includes('unknown_kind') && isContradictory(decoded),
    hasUnknownState: isZone(doubts) && isUnknownStatePrinted(decoded),
  };
}

/** Whether this is a zone for certain, and no other text. */
function isZone(doubts: readonly MrzDoubt[]): boolean {
  return !doubts.includes('unknown_kind') && !doubts.includes('check_digit');
}

/** Whether one of the states that nobody knows was read with certainty. */
function isUnknownStatePrinted({ format, lines, confidences }: DecodedMrz): boolean {
  return [format.fields.issuingState, format.fields.nationality].some((span) => {
    const isUnknown = !isIcaoState(words(spanText(lines, span)));
    return isUnknown && confidences[span.line]!.slice(span.start, span.end).every((each) => each >= CERTAIN);
  });
}

function readFields({ format, lines }: DecodedMrz, today: string): MrzFields {
  const text = (field: MrzFieldName) => {
    const span = format.fields[field];
    return span ? spanText(lines, span) : '';
  };
  const plain = (field: MrzFieldName) => words(text(field));
  const [surname = '', ...others] = text('names').split('<<');
  const sex = text('sex');
  // Without its check digit, which comes last.
  const numberTail = isLongNumber(format, lines) ? longNumberTail(text('optionalData')).slice(0, -1) : '';
  const optional = words(
    numberTail ? text('optionalData').slice(numberTail.length + 1) : text('optionalData'),
  );
  return {
    documentCode: plain('documentCode'),
    issuingState: plain('issuingState'),
    surname: words(surname),
    givenNames: words(others.join('<')),
    namesMayBeTruncated: !text('names').endsWith('<'),
    documentNumber: plain('documentNumber') + numberTail,
    nationality: plain('nationality'),
    birthDate: resolveBirthDate(text('birthDate'), today),
    sex: sex === 'F' || sex === 'M' ? sex : 'X',
    expiryDate: resolveExpiryDate(text('expiryDate'), today),
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
 * Whether a character is doubtful and no check digit would reveal the error. Fillers are judged by the form
 * of the names instead.
 */
function hasDoubtfulCharacter({ format, lines, certainties }: DecodedMrz): boolean {
  const allowed = columnCharacters(format);
  const isChecked = checkedColumns(format);
  return lines.some((line, index) =>
    [...line].some((character, column) => {
      const isMixed = allowed[index]![column] === CLASS_CHARACTERS.any && !isChecked[index]![column];
      const least = isMixed ? MIN_UNNOTICED_CERTAINTY_MIXED : MIN_UNNOTICED_CERTAINTY;
      return character !== '<' && certainties[index]![column]! < least;
    }),
  );
}

function findDoubts(
  format: MrzFormat,
  reading: Omit<MrzReading, 'doubts' | 'accepted' | 'contradictory' | 'hasUnknownState' | keyof MrzLocation>,
  hasDoubtful: boolean,
): MrzDoubt[] {
  const { fields, meanConfidence, minConfidence } = reading;
  const isFaint = meanConfidence < MIN_MEAN_CONFIDENCE || minConfidence < MIN_CHARACTER_CONFIDENCE;
  const doubts: Record<MrzDoubt, boolean> = {
    check_digit: Object.values(reading.checkDigits).includes(false),
    substitution: reading.substitutions.length > 0,
    low_confidence: isFaint || hasDoubtful,
    unknown_state: !isIcaoState(fields.issuingState) || !isIcaoState(fields.nationality),
    invalid_date: fields.birthDate.date === null || fields.expiryDate.date === null,
    missing_name: fields.surname === '',
    malformed_names: fields.surname !== '' && !NAMES.test(spanText(reading.lines, format.fields.names)),
    unknown_kind: !format.codes.includes(fields.documentCode.charAt(0)) || fields.documentCode === '',
  };
  return (Object.keys(doubts) as MrzDoubt[]).filter((doubt) => doubts[doubt]);
}
