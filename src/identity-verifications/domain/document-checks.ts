import { type DocumentFindings } from '../../document-analysis/document-findings.js';
import { compareNames, NAME_MATCH_CLEAR, NAME_MATCH_FAIL } from '../../document-analysis/name-match.js';
import { type Check, type CheckId, type CheckOutcome } from './decision.js';
import { type DocumentType } from '../identity-verification.entity.js';

type MrzReading = NonNullable<DocumentFindings['mrz']>;

/** What the checks of a document are made of. */
export interface DocumentEvidence {
  /** Of the photo that is decided on; null where there is none, or where its analysis failed. */
  findings: DocumentFindings | null;
  documentType: DocumentType | null;
  /** The name that the caller gave, whole; empty where none was given. */
  fullName: string;
  /** UTC day, YYYY-MM-DD. */
  today: string;
  allowSpecimens: boolean;
}

/** ICAO's specimen state (9303-3 §5, part D), and the word that specimens carry in place of a name or number. */
const SPECIMEN_STATE = 'UTO';
const SPECIMEN_WORD = /\bSPECIMEN\b/;

/**
 * The zone writes two digits of the birth year, so that whoever is over a hundred reads as a child: below this age a
 * human must look.
 */
const MIN_PLAUSIBLE_AGE = 14;
const MIN_CLEAR_CONFIDENCE = 0.95;

/** Everything that is looked at in a document, in the order in which a report lists it. */
export function checkDocument(evidence: DocumentEvidence): Check[] {
  const { findings } = evidence;
  const mrz = findings?.mrz ?? null;
  const checks = [imageQuality(findings), machineReadableZone(mrz), documentType(evidence, mrz)];
  if (!mrz?.accepted) return [...checks, ...AFTER_ACCEPTANCE.map(notRun)].map(withEngine(findings));
  const rest = [
    expiry(evidence, mrz),
    birthDate(evidence, mrz),
    nameMatch(evidence, mrz),
    specimen(evidence, mrz),
  ];
  return [...checks, ...rest].map(withEngine(findings));
}

/** These are made of the zone's text, so they wait for a reading without doubt. */
const AFTER_ACCEPTANCE: CheckId[] = ['document_expiry', 'birth_date', 'name_match', 'specimen'];

/** What was not looked at, and so never counts as passed. */
export function notRun(id: CheckId): Check {
  return check(id, 'not_run', 'This was not checked');
}

function check(
  id: CheckId,
  outcome: CheckOutcome,
  message: string,
  measured: { score: number; threshold: number } | null = null,
): Check {
  return { id, outcome, score: null, threshold: null, ...measured, engineVersion: null, message };
}

function withEngine(findings: DocumentFindings | null): (made: Check) => Check {
  return (made) =>
    made.outcome === 'not_run' ? made : { ...made, engineVersion: findings?.engineVersion ?? null };
}

function imageQuality(findings: DocumentFindings | null): Check {
  if (!findings?.quality) return notRun('image_quality');
  if (findings.quality.isBlurred && !findings.mrz?.accepted)
    return check('image_quality', 'uncertain', 'The photo is blurred');
  return check('image_quality', 'clear', 'The photo is sharp enough to read');
}

function machineReadableZone(mrz: MrzReading | null): Check {
  if (!mrz) return notRun('machine_readable_zone');
  const measured = { score: mrz.meanConfidence, threshold: MIN_CLEAR_CONFIDENCE };
  const outcome = (result: CheckOutcome, message: string) =>
    check('machine_readable_zone', result, message, measured);
  if (mrz.accepted || isOfAnotherDocument(mrz))
    return outcome('clear', 'The machine readable zone was read and its check digits are right');
  if (mrz.contradictory)
    return outcome('fail', 'The machine readable zone was read and its check digits are wrong');
  return outcome('uncertain', `The machine readable zone was read with doubt: ${mrz.doubts.join(', ')}`);
}

/** Only a zone that was read without any other doubt proves a type, the right one or another. */
function documentType({ documentType: wanted }: DocumentEvidence, mrz: MrzReading | null): Check {
  if (!mrz) return notRun('document_type');
  if (!mrz.accepted && !isOfAnotherDocument(mrz))
    return check('document_type', 'uncertain', 'The kind of document is not certain');
  const agrees = mrz.accepted && wanted === 'passport';
  return agrees
    ? check('document_type', 'clear', 'The document is of the kind that was asked for')
    : check('document_type', 'fail', 'The document is of another kind than was asked for');
}

/** Read with certainty, and by its own words no passport. */
function isOfAnotherDocument({ doubts }: MrzReading): boolean {
  return doubts.length === 1 && doubts[0] === 'not_a_passport';
}

function expiry({ today }: DocumentEvidence, { fields }: MrzReading): Check {
  const { date } = fields.expiryDate;
  if (date === null) return check('document_expiry', 'uncertain', 'The expiry date is not a date');
  return date < today
    ? check('document_expiry', 'fail', 'The document has expired')
    : check('document_expiry', 'clear', 'The document has not expired');
}

function birthDate({ today }: DocumentEvidence, { fields }: MrzReading): Check {
  const { date } = fields.birthDate;
  const latest = `${Number(today.slice(0, 4)) - MIN_PLAUSIBLE_AGE}${today.slice(4)}`;
  const expires = fields.expiryDate.date;
  const isPlausible = date !== null && date <= latest && expires !== null && date < expires;
  return isPlausible
    ? check('birth_date', 'clear', 'The birth date is plausible')
    : check('birth_date', 'uncertain', 'The birth date is not plausible');
}

function nameMatch({ fullName }: DocumentEvidence, { fields }: MrzReading): Check {
  if (fullName === '') return notRun('name_match');
  const score = compareNames({ firstName: fullName, lastName: '' }, fields);
  const outcome = (result: CheckOutcome, message: string) =>
    check('name_match', result, message, { score, threshold: NAME_MATCH_CLEAR });
  if (score >= NAME_MATCH_CLEAR) return outcome('clear', 'The names agree');
  return score < NAME_MATCH_FAIL
    ? outcome('fail', 'The names differ')
    : outcome('uncertain', 'The names are nearly alike');
}

function specimen({ allowSpecimens }: DocumentEvidence, { fields }: MrzReading): Check {
  const { issuingState, nationality, surname, givenNames, documentNumber } = fields;
  const isSpecimen =
    [issuingState, nationality].includes(SPECIMEN_STATE) ||
    SPECIMEN_WORD.test(`${surname} ${givenNames} ${documentNumber}`);
  if (!isSpecimen) return check('specimen', 'clear', 'The document is not a known specimen');
  return allowSpecimens
    ? check('specimen', 'clear', 'The document is a specimen, which this installation admits')
    : check('specimen', 'uncertain', 'The document is a specimen');
}
