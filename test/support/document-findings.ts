import { type DocumentFindings } from '../../src/identity-documents/document-findings.js';
import { type Portrait } from '../../src/identity-documents/faces.js';
import { type LivenessVerdict } from '../../src/identity-documents/liveness.js';
import {
  type LivenessEvidence,
  type SideEvidence,
} from '../../src/identity-verifications/domain/decision-evidence.js';

/** The facts in the zone of ICAO's specimen passport. */
export const SPECIMEN_FACTS = {
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  documentNumber: 'L898902C3',
  birthDate: '1974-08-12',
  expiryDate: '2038-04-15',
};

type Reading = NonNullable<DocumentFindings['mrz']>;

/** Findings for a good photo of ICAO's specimen passport, with overrides. */
export function findingsOf(
  fields: Partial<Reading['fields']> = {},
  reading: Partial<Reading> = {},
  findings: Partial<DocumentFindings> = {},
): DocumentFindings {
  return { ...READABLE, mrz: { ...READING, fields: { ...FIELDS, ...fields }, ...reading }, ...findings };
}

/** A doubtful reading, for these reasons. */
export function doubted(...doubts: Reading['doubts']): Partial<Reading> {
  return { doubts, accepted: false };
}

/** Findings for a photo without a readable MRZ. */
export function unreadFindings(reason: DocumentFindings['unreadableReason']): DocumentFindings {
  const isBlurred = reason === 'blurred';
  const quality = { ...READABLE.quality!, isBlurred };
  return { ...READABLE, readable: false, unreadableReason: reason, quality, mrz: null, printed: printOf('') };
}

/** Findings for a photo with these quality flaws. */
export function flawed(flaw: Partial<NonNullable<DocumentFindings['quality']>>): DocumentFindings {
  return findingsOf({}, {}, { quality: { ...READABLE.quality!, ...flaw } });
}

/** Words as read by OCR, one line per argument. */
export function printOf(...lines: string[]): NonNullable<DocumentFindings['printed']> {
  const words = lines.flatMap((line, row) =>
    line
      .split(' ')
      .filter((text) => text !== '')
      .map((text, column) => ({ text, confidence: 0.95, x: 0.1 * column, y: 0.05 * row, w: 0.09, h: 0.03 })),
  );
  return { words, meanConfidence: 0.95, rotation: 0 };
}

/** One side as the decision sees it, with a portrait resembling `face` if given. */
export function side(findings: DocumentFindings | null, face: readonly number[] | null = null): SideEvidence {
  return { findings, portrait: face && portraitOf(face) };
}

export function portraitOf(face: readonly number[], changes: Partial<Portrait> = {}): Portrait {
  return { found: true, tooSmall: false, isCertain: true, widthPx: 200, descriptor: [...face], ...changes };
}

/** A descriptor at this distance from `faceAt(0)`. */
export function faceAt(distance: number): number[] {
  return Array.from({ length: 128 }, (_, index) => (index === 0 ? distance : 0));
}

/** A challenge passed by the person with this face, with overrides. */
export function livenessOf(
  verdict: Partial<LivenessVerdict> = {},
  face: readonly number[] = faceAt(0),
): LivenessEvidence {
  const passed: LivenessVerdict = {
    passed: true,
    score: 1,
    spoofDetected: false,
    inDoubt: false,
    gates: [],
    selfieFrame: 0,
    descriptorFrames: [0],
  };
  const all = { ...passed, ...verdict };
  return { verdict: all, descriptors: [[...face]], attemptsUsedUp: false, inDoubt: all.inDoubt };
}

/** Findings with a complete licence barcode, with overrides. */
export function barcodeOf(
  fields: Partial<NonNullable<DocumentFindings['barcode']>['fields']> = {},
  changes: Partial<NonNullable<DocumentFindings['barcode']>> = {},
): DocumentFindings {
  const barcode: NonNullable<DocumentFindings['barcode']> = {
    symbology: 'PDF417',
    aamvaVersion: 10,
    jurisdiction: 'CA',
    country: 'USA',
    documentKind: 'DL',
    complete: true,
    problems: [],
    fields: {
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      namesMayBeTruncated: false,
      documentNumber: 'D1234567',
      birthDate: '1974-08-12',
      expiryDate: '2038-04-15',
      noExpiry: null,
      issueDate: '2024-04-15',
      sex: 'F',
      ...fields,
    },
    ...changes,
  };
  return { ...READABLE, mrz: null, barcode, printed: null };
}

/** The back of an enhanced licence: zone and complete barcode, both of the same holder, with overrides. */
export function enhancedOf(
  zone: Partial<Reading['fields']> = {},
  barcode: Parameters<typeof barcodeOf>[0] = {},
  changes: Parameters<typeof barcodeOf>[1] = {},
): DocumentFindings {
  const fields = { documentCode: 'ID', issuingState: 'USA', nationality: 'USA', documentNumber: 'D1234567' };
  const { mrz } = findingsOf({ ...fields, ...zone }, { format: 'TD1' });
  return { ...barcodeOf(barcode, changes), mrz };
}

export const mrzDate = (date: string | null) => ({ raw: '', date });

const FIELDS: Reading['fields'] = {
  documentCode: 'P',
  issuingState: 'D',
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  namesMayBeTruncated: false,
  documentNumber: 'L898902C3',
  nationality: 'D',
  birthDate: mrzDate('1974-08-12'),
  sex: 'F',
  expiryDate: mrzDate('2038-04-15'),
  optionalData: [],
};

const READING: Reading = {
  format: 'TD3',
  lines: [],
  confidences: [],
  fields: FIELDS,
  checkDigits: {
    documentNumber: true,
    birthDate: true,
    expiryDate: true,
    personalNumber: true,
    composite: true,
  },
  substitutions: [],
  meanConfidence: 0.99,
  minConfidence: 0.8,
  doubts: [],
  accepted: true,
  hasCertainFacts: false,
  contradictory: false,
  rotation: 0,
  box: [],
};

const READABLE: DocumentFindings = {
  readable: true,
  unreadableReason: null,
  image: { width: 1600, height: 1126, format: 'jpeg' },
  quality: {
    sharpness: 2000,
    isBlurred: false,
    glare: 0,
    hasGlare: false,
    isCutOff: false,
    isMonochrome: false,
    colourfulness: 40,
    screenPattern: 0.1,
    isFromScreen: false,
    pageColours: 20,
    mayBeCopy: false,
  },
  mrz: READING,
  barcode: null,
  printed: printOf('ERIKSSON', 'ANNA MARIA', '12 AUG 1974', 'L898902C3', '15 APR 2038'),
  rotation: 0,
  engineVersion: 'test-1',
};
