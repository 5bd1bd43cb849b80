import { checkAgreement } from './agreement-checks.js';
import {
  type Check,
  type CheckId,
  type CheckOutcome,
  type Decision,
  type ReasonCode,
  type ReportResult,
} from './decision.js';
import { type DecisionInput } from './decision-evidence.js';
import { checkDocument, sidesOf } from './document-checks.js';
import {
  type DocumentFacts,
  extractedFrom,
  factsOf,
  licenceBarcode,
  partialFacts,
  printedFacts,
} from './document-facts.js';
import { SIDES_OF } from './document-sides.js';
import { compareFaces, faceMatch, livenessCheck } from './person-checks.js';
import { withPrintedYears } from './printed-dates-of-zone.js';

type Unclear = Exclude<CheckOutcome, 'clear'>;

/** The report's reason for each check that is not clear; null if another check already gives it. */
const REASONS: Readonly<Record<CheckId, Readonly<Record<Unclear, ReasonCode | null>>>> = {
  image_quality: { fail: 'image_quality_poor', uncertain: 'image_quality_poor', not_run: null },
  machine_readable_zone: {
    fail: 'document_contradictory',
    uncertain: 'document_unreadable',
    not_run: 'document_unreadable',
  },
  barcode: {
    fail: 'document_contradictory',
    uncertain: 'document_unreadable',
    not_run: 'document_unreadable',
  },
  document_type: { fail: 'document_type_mismatch', uncertain: 'document_type_uncertain', not_run: null },
  document_expiry: { fail: 'document_expired', uncertain: 'document_expiry_unknown', not_run: null },
  birth_date: { fail: 'birth_date_implausible', uncertain: 'birth_date_implausible', not_run: null },
  printed_text: {
    fail: 'printed_text_differs',
    uncertain: 'printed_text_unread',
    not_run: 'printed_text_unread',
  },
  sides_match: { fail: 'sides_differ', uncertain: 'sides_not_matched', not_run: 'sides_not_matched' },
  name_match: { fail: 'name_differs', uncertain: 'name_uncertain', not_run: null },
  specimen: { fail: 'specimen_document', uncertain: 'specimen_document', not_run: null },
  seen_before: { fail: 'seen_under_another_name', uncertain: 'seen_under_another_name', not_run: null },
  face_match: { fail: 'face_differs', uncertain: 'face_uncertain', not_run: 'face_not_checked' },
  liveness: { fail: 'liveness_failed', uncertain: 'liveness_failed', not_run: 'liveness_not_checked' },
};

/** Consequences of an unread document, which are not listed as separate reasons. */
const FOLLOWING: readonly ReasonCode[] = [
  'document_type_uncertain',
  'printed_text_unread',
  'sides_not_matched',
];

/** The evidence and each check's outcome. */
interface Findings {
  input: DecisionInput;
  outcome: (id: CheckId) => CheckOutcome | undefined;
}

/**
 * The only grounds for rejection without a reviewer. Each is positive evidence; none follows from something missing.
 */
const PROOFS: readonly { reason: ReasonCode; isProven: (findings: Findings) => boolean }[] = [
  {
    reason: 'spoof_detected',
    isProven: ({ input }) => input.liveness?.verdict.spoofDetected === true,
  },
  {
    reason: 'document_expired',
    isProven: ({ outcome }) => outcome('document_expiry') === 'fail',
  },
  {
    reason: 'document_type_mismatch',
    isProven: ({ input, outcome }) => outcome('document_type') === 'fail' && input.retakesUsedUp,
  },
  {
    reason: 'face_differs',
    isProven: ({ outcome }) =>
      outcome('face_match') === 'fail' &&
      outcome('image_quality') === 'clear' &&
      outcome('liveness') === 'clear',
  },
  {
    reason: 'liveness_failed',
    isProven: ({ input: { liveness } }) =>
      liveness?.verdict.passed === false && liveness.attemptsUsedUp && !liveness.inDoubt,
  },
];

/**
 * Decides on the evidence. Approved: every check that the method requires is clear. Rejected: one of PROOFS applies,
 * and the person did not ask for a review. Everything else goes to a reviewer. No score compensates for another.
 */
export function decide(input: DecisionInput): Decision {
  const all = factsOf(input).map((facts) => withPrintedYears(input, facts));
  const facts = all.at(0);
  const match = compareFaces(input);
  const checks = [
    ...(input.method === 'liveness'
      ? []
      : [...checkDocument(input, all), ...checkAgreement(input, all), faceMatch(input, match)]),
    ...(input.method === 'document' ? [] : [livenessCheck(input)]),
  ];
  const outcome = (id: CheckId) => checks.find((made) => made.id === id)?.outcome;
  const required = requiredChecks(input, facts);
  const proof = PROOFS.find(({ isProven }) => isProven({ input, outcome }));
  // A failed check prevents approval even if the method does not require it.
  const isAllClear =
    required.every((id) => outcome(id) === 'clear') && checks.every((made) => made.outcome !== 'fail');
  const result = resultOf(input, isAllClear, proof !== undefined);
  const nameScore = checks.find(({ id }) => id === 'name_match')?.score;
  const verdict = input.liveness?.verdict;
  return {
    result,
    matchScore: match?.score ?? nameScore ?? 0,
    extractedData:
      input.method === 'liveness'
        ? extractedFrom(null)
        : extractedFrom(facts ?? partialFacts(input), printedFacts(input)),
    livenessResult: verdict
      ? { passed: verdict.passed, score: verdict.score, spoofDetected: verdict.spoofDetected }
      : null,
    checks,
    reasons: reasonsOf(input, checks, required, proof?.reason).filter(
      (reason) => facts || !FOLLOWING.includes(reason),
    ),
  };
}

/** The checks that each method requires. A name is compared if one was given; cards have two sides. */
function requiredChecks(input: DecisionInput, facts: DocumentFacts | undefined): CheckId[] {
  const { method, documentType, fullName } = input;
  if (method === 'liveness') return ['liveness'];
  return [
    'image_quality',
    facts?.source ?? 'machine_readable_zone',
    // An enhanced licence has both.
    ...(facts?.source === 'machine_readable_zone' && licenceBarcode(input) ? (['barcode'] as const) : []),
    'document_type',
    'document_expiry',
    'birth_date',
    'printed_text',
    ...(documentType && SIDES_OF[documentType].length > 1 ? (['sides_match'] as const) : []),
    ...(fullName === '' ? [] : (['name_match'] as const)),
    'specimen',
    'seen_before',
    ...(method === 'combined' ? (['face_match', 'liveness'] as const) : []),
  ];
}

function resultOf(input: DecisionInput, isAllClear: boolean, isProven: boolean): ReportResult {
  if (input.humanRequested) return 'manual_review';
  if (isProven) return 'rejected';
  return isAllClear && !mustSeeFace(input) ? 'approved' : 'manual_review';
}

/** Whether the organization requires a human review of every face, and there is a face. */
function mustSeeFace({ reviewFaces, method }: DecisionInput): boolean {
  return reviewFaces && method !== 'document';
}

/**
 * The report's reason for a check. A zone or barcode read with certainty is not unreadable: a field of it is in
 * doubt, or zone and barcode differ.
 */
function reasonOf(input: DecisionInput, { id, outcome }: Check): ReasonCode | null {
  const reason = REASONS[id][outcome as Unclear];
  if (outcome !== 'uncertain' || reason !== 'document_unreadable') return reason;
  const isRead = sidesOf(input).some(({ findings }) =>
    id === 'barcode' ? findings?.barcode?.complete : findings?.mrz?.accepted,
  );
  return isRead ? 'document_field_uncertain' : reason;
}

function reasonsOf(
  input: DecisionInput,
  checks: readonly Check[],
  required: readonly CheckId[],
  proof: ReasonCode | undefined,
): ReasonCode[] {
  // A contradictory zone is a reason even with a valid barcode.
  const unclear = checks.filter(
    ({ id, outcome }) => outcome !== 'clear' && (required.includes(id) || outcome === 'fail'),
  );
  const reasons: (ReasonCode | null)[] = [
    input.humanRequested ? 'human_requested' : null,
    proof ?? null,
    mustSeeFace(input) && !proof ? 'face_review_required' : null,
    sidesOf(input).some(({ findings }) => findings === null) ? 'analysis_failed' : null,
    ...unclear.map((made) => reasonOf(input, made)),
    input.method === 'document' ? 'holder_not_matched' : null,
  ];
  return [...new Set(reasons.filter((reason) => reason !== null))];
}
