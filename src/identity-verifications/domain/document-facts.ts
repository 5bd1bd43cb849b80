import { type DocumentFindings } from '../../identity-documents/document-findings.js';
import { isOfLicence, mayBeEnhancedLicence } from '../../identity-documents/enhanced-licence.js';
import { toIsoAlpha2, toIsoAlpha3 } from '../../identity-documents/icao-states.js';
import { findPrintedFields, type PrintedFields } from '../../identity-documents/print-agreement.js';
import { type ExtractedData, NOTHING_EXTRACTED } from './decision.js';
import { type DecisionInput } from './decision-evidence.js';
import { DOCUMENT_SIDES, type DocumentSide } from './document-sides.js';
import { type DocumentType } from './document-type.js';
import { isPrintedSpecimen } from './specimen-words.js';

export type MrzReading = NonNullable<DocumentFindings['mrz']>;
export type BarcodeReading = NonNullable<DocumentFindings['barcode']>;

/** Why a document has no date of expiry; `implausible`: its two-digit year is ambiguous or could mean no expiry. */
export type NoExpiry = 'without_end' | 'not_stated' | 'implausible';

/** The machine-readable, verifiable data of a document: its zone or its barcode. */
export interface DocumentFacts {
  source: 'machine_readable_zone' | 'barcode';
  side: DocumentSide;
  /** None for documents that are never requested, such as visas; two for an enhanced licence. */
  kinds: readonly DocumentType[];
  /** What else it may be: a licence, if it is an enhanced one whose barcode was not read. */
  mayBe: DocumentType | null;
  surname: string;
  givenNames: string;
  namesMayBeTruncated: boolean;
  documentNumber: string;
  /** YYYY-MM-DD. */
  birthDate: string | null;
  /** YYYY-MM-DD. */
  expiryDate: string | null;
  /** Null if there is a date of expiry. */
  noExpiry: NoExpiry | null;
  /** The date of expiry is only printed, where no check digit covers it. */
  isExpiryPrintedOnly: boolean;
  /** As stated by the zone; null if there is none. */
  zoneExpiry: MrzReading['fields']['expiryDate'] | null;
  /** ISO 3166-1. */
  nationality: string | null;
  issuingCountry: string | null;
  /** ICAO's specimen state, the word SPECIMEN in place of a name or number, or such a word in the print. */
  isSpecimen: boolean;
}

/**
 * ICAO's specimen state (9303-3 §5, part D), and words that specimens carry in place of a name or number. The other
 * printed words (specimen-words.ts) are also surnames, such as Örnek.
 */
const SPECIMEN_STATE = 'UTO';
const SPECIMEN_WORD = /\b(?:SPECIMEN|SAMPLE|MUSTERMANN|MUSTERFRAU|VZOR|WZOR)\b/;

/** Mean confidence of the words, 0 to 1, below which printed text is not shown to a reviewer. */
const MIN_PRINT_CONFIDENCE = 0.7;

/** The facts of each side, leaving out sides that were not read with certainty. */
export function factsOf(input: Pick<DecisionInput, DocumentSide>): DocumentFacts[] {
  return DOCUMENT_SIDES.flatMap((side) => {
    const findings = input[side]?.findings;
    const facts: DocumentFacts[] = [];
    if (findings?.mrz?.accepted) facts.push(factsOfZone(findings.mrz, side, licenceBarcode(input)));
    if (findings?.barcode?.complete) facts.push(factsOfBarcode(findings.barcode, side));
    return facts;
  }).map((facts) => ({ ...facts, isSpecimen: facts.isSpecimen || isPrintedAsSpecimen(input, facts) }));
}

/** The barcode of a North American licence, even if read only in part; null for any other document's. */
export function licenceBarcode(input: Pick<DecisionInput, DocumentSide>): BarcodeReading | null {
  const barcodes = DOCUMENT_SIDES.flatMap((side) => input[side]?.findings?.barcode ?? []);
  return barcodes.find(isOfLicence) ?? null;
}

/** A specimen word on either side counts, unless it is the holder's name. */
function isPrintedAsSpecimen(
  input: Pick<DecisionInput, DocumentSide>,
  { surname, givenNames }: DocumentFacts,
): boolean {
  const words = DOCUMENT_SIDES.flatMap((side) => {
    const { printed, reread } = input[side]?.findings ?? {};
    return [...(printed?.words ?? []), ...(printed?.again ?? []), ...(reread?.words ?? [])];
  });
  return isPrintedSpecimen(
    words.map(({ text }) => text),
    `${surname} ${givenNames}`,
  );
}

const CARD_FORMATS: readonly MrzReading['format'][] = ['TD1', 'TD2', 'IDFRA'];

/** By the first letter of the document code (ICAO 9303-4 §4.2.2, 9303-5 §4.2.2, 9303-6 §4.2.2, 9303-7 §4.1). */
export function kindOfZone({ format, fields }: MrzReading): DocumentType | null {
  if (fields.documentCode.startsWith('P') && format === 'TD3') return 'passport';
  return /^[IACP]/.test(fields.documentCode) && CARD_FORMATS.includes(format) ? 'id_card' : null;
}

/**
 * The labelled fields printed on the front, if neither side has an accepted MRZ or a complete barcode, as on a European
 * licence. They prove nothing; only a reviewer may rely on them. Null if too few or too uncertain.
 */
export function printedFacts(input: Pick<DecisionInput, DocumentSide>): PrintedFields | null {
  const sides = DOCUMENT_SIDES.map((side) => input[side]?.findings);
  const print = input.front?.findings?.printed;
  if (!print || sides.some((findings) => findings?.mrz?.accepted || findings?.barcode?.complete)) return null;
  const fields = findPrintedFields(print);
  return fields.surname && fields.meanConfidence >= MIN_PRINT_CONFIDENCE ? fields : null;
}

/**
 * The facts of a barcode that was read only in part, or number and dates of a zone whose names are in doubt. Only a
 * reviewer may rely on them.
 */
export function partialFacts(input: Pick<DecisionInput, DocumentSide>): DocumentFacts | null {
  const barcode = licenceBarcode(input);
  if (barcode) return barcode.complete ? null : factsOfBarcode(barcode, 'back');
  for (const side of DOCUMENT_SIDES) {
    const mrz = input[side]?.findings?.mrz;
    if (mrz?.hasCertainFacts)
      return {
        ...factsOfZone(mrz, side, null),
        ...{
          surname: '',
          givenNames: '',
          namesMayBeTruncated: false,
          nationality: null,
          issuingCountry: null,
        },
      };
  }
  return null;
}

/** For the report: the data read with certainty, or else in part, and the printed text. */
export function extractedFrom(
  facts: DocumentFacts | null,
  printed: PrintedFields | null = null,
): ExtractedData {
  const print = printed ? extractedFromPrint(printed) : NOTHING_EXTRACTED;
  if (!facts) return print;
  const read = Object.entries(extractedFromFacts(facts)).filter(([, value]) => value !== null);
  return { ...print, ...Object.fromEntries(read) };
}

function extractedFromFacts(facts: DocumentFacts): ExtractedData {
  return {
    firstName: facts.givenNames || null,
    lastName: facts.surname || null,
    dateOfBirth: facts.birthDate,
    documentNumber: facts.documentNumber || null,
    expiryDate: facts.expiryDate,
    nationality: facts.nationality,
    issuingCountry: facts.issuingCountry,
  };
}

function extractedFromPrint(fields: PrintedFields): ExtractedData {
  return {
    ...NOTHING_EXTRACTED,
    firstName: fields.givenNames,
    lastName: fields.surname,
    dateOfBirth: fields.birthDate,
    documentNumber: fields.documentNumber,
    expiryDate: fields.expiryDate,
  };
}

/** An enhanced licence is an identity card, too. */
function kindsOfZone(reading: MrzReading, barcode: BarcodeReading | null): readonly DocumentType[] {
  const kind = kindOfZone(reading);
  const isLicence = mayBeEnhancedLicence(reading) && barcode?.documentKind === 'DL';
  return [...(isLicence ? (['drivers_license'] as const) : []), ...(kind ? [kind] : [])];
}

function factsOfZone(reading: MrzReading, side: DocumentSide, barcode: BarcodeReading | null): DocumentFacts {
  const kinds = kindsOfZone(reading, barcode);
  const { surname, givenNames, namesMayBeTruncated, documentNumber, ...fields } = reading.fields;
  return {
    source: 'machine_readable_zone',
    side,
    kinds,
    mayBe: mayBeEnhancedLicence(reading) && !barcode?.documentKind ? 'drivers_license' : null,
    surname,
    givenNames,
    namesMayBeTruncated,
    documentNumber,
    birthDate: fields.birthDate.date,
    expiryDate: fields.expiryDate.date,
    noExpiry: fields.expiryDate.date === null ? 'not_stated' : null,
    isExpiryPrintedOnly: false,
    zoneExpiry: fields.expiryDate,
    nationality: toIsoAlpha2(fields.nationality),
    issuingCountry: toIsoAlpha3(fields.issuingState),
    isSpecimen:
      [fields.issuingState, fields.nationality].includes(SPECIMEN_STATE) ||
      SPECIMEN_WORD.test(`${surname} ${givenNames} ${documentNumber}`),
  };
}

/** A date with only a month, or one that contradicts others, counts as not stated. */
function noExpiryOf({ fields }: BarcodeReading): NoExpiry | null {
  if (fields.noExpiry === 'without_end') return 'without_end';
  return fields.expiryDate === null ? 'not_stated' : null;
}

function factsOfBarcode(reading: BarcodeReading, side: DocumentSide): DocumentFacts {
  const { surname, givenNames, namesMayBeTruncated, documentNumber, birthDate, expiryDate } = reading.fields;
  return {
    source: 'barcode',
    side,
    kinds: [reading.documentKind === 'ID' ? 'id_card' : 'drivers_license'],
    mayBe: null,
    surname,
    givenNames,
    namesMayBeTruncated,
    documentNumber,
    birthDate,
    expiryDate,
    noExpiry: noExpiryOf(reading),
    isExpiryPrintedOnly: false,
    zoneExpiry: null,
    nationality: null,
    issuingCountry: reading.country,
    isSpecimen: SPECIMEN_WORD.test(`${surname} ${givenNames} ${documentNumber}`),
  };
}
