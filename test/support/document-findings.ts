import { type DocumentFindings } from '../../src/document-analysis/document-findings.js';

type Reading = NonNullable<DocumentFindings['mrz']>;

/** What the reader finds in a good photo of ICAO's specimen passport, with what the test wants otherwise. */
export function findingsOf(
  fields: Partial<Reading['fields']> = {},
  reading: Partial<Reading> = {},
  findings: Partial<DocumentFindings> = {},
): DocumentFindings {
  return { ...READABLE, mrz: { ...READING, fields: { ...FIELDS, ...fields }, ...reading }, ...findings };
}

/** A reading that is in doubt for these reasons. */
export function doubted(...doubts: Reading['doubts']): Partial<Reading> {
  return { doubts, accepted: false };
}

/** A photo in which no zone was found. */
export function unreadFindings(reason: DocumentFindings['unreadableReason']): DocumentFindings {
  const isBlurred = reason === 'blurred';
  const quality = { ...READABLE.quality!, isBlurred };
  return { ...READABLE, readable: false, unreadableReason: reason, quality, mrz: null };
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
  personalNumber: '',
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
  contradictory: false,
};

const READABLE: DocumentFindings = {
  readable: true,
  unreadableReason: null,
  image: { width: 1600, height: 1126, format: 'jpeg' },
  quality: { sharpness: 2000, isBlurred: false, glare: 0, hasGlare: false },
  mrz: READING,
  engineVersion: 'test-1',
};
