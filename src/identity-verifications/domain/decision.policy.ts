import { toIsoAlpha2, toIsoAlpha3 } from '../../document-analysis/icao-states.js';
import {
  type Check,
  type CheckId,
  type CheckOutcome,
  type Decision,
  type ExtractedData,
  NOTHING_EXTRACTED,
  type ReasonCode,
  type ReportResult,
} from './decision.js';
import { type VerificationMethod } from '../identity-verification.entity.js';
import { checkDocument, type DocumentEvidence, notRun } from './document-checks.js';

export interface DecisionInput extends DocumentEvidence {
  method: VerificationMethod;
  /** The analysis crashed or overran its time on its last attempt. */
  analysisFailed: boolean;
}

/** What each method must have looked at. Only what is all clear is approved. */
const REQUIRED: Readonly<Record<VerificationMethod, readonly CheckId[]>> = {
  document: [
    'image_quality',
    'machine_readable_zone',
    'document_type',
    'document_expiry',
    'birth_date',
    'name_match',
    'specimen',
  ],
  liveness: ['liveness'],
  combined: [
    'image_quality',
    'machine_readable_zone',
    'document_type',
    'document_expiry',
    'birth_date',
    'name_match',
    'specimen',
    'face_match',
    'liveness',
  ],
};

/** A failure of one of these is proof, not doubt: it comes from a zone that was read without doubt. */
const DISPROVING: readonly CheckId[] = ['document_type', 'document_expiry'];

type Unclear = Exclude<CheckOutcome, 'clear'>;

/** What a check that is not clear is called in the report's reasons; null where another check says it already. */
const REASONS: Readonly<Record<CheckId, Readonly<Record<Unclear, ReasonCode | null>>>> = {
  image_quality: { fail: 'document_unreadable', uncertain: 'document_unreadable', not_run: null },
  machine_readable_zone: {
    fail: 'document_contradictory',
    uncertain: 'document_unreadable',
    not_run: 'document_unreadable',
  },
  document_type: { fail: 'document_type_mismatch', uncertain: null, not_run: null },
  document_expiry: { fail: 'document_expired', uncertain: null, not_run: null },
  birth_date: { fail: 'birth_date_implausible', uncertain: 'birth_date_implausible', not_run: null },
  name_match: { fail: 'name_differs', uncertain: 'name_uncertain', not_run: null },
  specimen: { fail: 'specimen_document', uncertain: 'specimen_document', not_run: null },
  face_match: { fail: 'face_not_checked', uncertain: 'face_not_checked', not_run: 'face_not_checked' },
  liveness: {
    fail: 'liveness_not_checked',
    uncertain: 'liveness_not_checked',
    not_run: 'liveness_not_checked',
  },
};

/**
 * The decision on what there is. Approved: every required check is clear. Rejected: a document was disproved, and a
 * document is all that the method asks for. Everything else waits for a human: doubt, failure, and whatever no engine
 * looks at yet (faces, liveness, documents other than passports).
 */
export function decide(input: DecisionInput): Decision {
  const checks = [...(input.method === 'liveness' ? [] : checkDocument(input)), ...faceChecks(input.method)];
  const extractedData = extract(input);
  return {
    result: resultOf(input.method, checks),
    matchScore: checks.find(({ id }) => id === 'name_match')?.score ?? 0,
    extractedData,
    checks,
    reasons: reasonsOf(input, checks),
  };
}

function faceChecks(method: VerificationMethod): Check[] {
  return REQUIRED[method].filter((id) => id === 'face_match' || id === 'liveness').map(notRun);
}

function resultOf(method: VerificationMethod, checks: readonly Check[]): ReportResult {
  const outcome = (id: CheckId) => checks.find((check) => check.id === id)?.outcome;
  if (REQUIRED[method].every((id) => outcome(id) === 'clear')) return 'approved';
  const isDisproved = method === 'document' && DISPROVING.some((id) => outcome(id) === 'fail');
  return isDisproved ? 'rejected' : 'manual_review';
}

function reasonsOf(input: DecisionInput, checks: readonly Check[]): ReasonCode[] {
  const fromChecks = checks.map(({ id, outcome }) => (outcome === 'clear' ? null : REASONS[id][outcome]));
  const reasons: (ReasonCode | null)[] = [
    input.analysisFailed ? 'analysis_failed' : null,
    isUnsupported(input) ? 'document_type_unsupported' : null,
    ...fromChecks,
  ];
  const known = reasons.filter((reason) => reason !== null);
  const isKnownCause = input.analysisFailed || isUnsupported(input);
  return [...new Set(known)].filter((reason) => !(isKnownCause && reason === 'document_unreadable'));
}

/** No engine reads these documents yet, which is no fault of the photo. */
function isUnsupported({ method, documentType, findings }: DecisionInput): boolean {
  return method !== 'liveness' && documentType !== 'passport' && !findings?.mrz;
}

/** What the zone says, where it was read without doubt. */
function extract({ findings }: DecisionInput): ExtractedData {
  if (!findings?.mrz?.accepted) return NOTHING_EXTRACTED;
  const { fields } = findings.mrz;
  return {
    firstName: fields.givenNames || null,
    lastName: fields.surname || null,
    dateOfBirth: fields.birthDate.date,
    documentNumber: fields.documentNumber || null,
    expiryDate: fields.expiryDate.date,
    nationality: toIsoAlpha2(fields.nationality),
    issuingCountry: toIsoAlpha3(fields.issuingState),
  };
}
