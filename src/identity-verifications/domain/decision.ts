export type ReportResult = 'approved' | 'rejected' | 'manual_review';

/**
 * The data read from the document; null for what was not read. Printed text and incomplete barcodes are used only if
 * a reviewer decides and nothing else machine-readable was found.
 */
export interface ExtractedData {
  firstName: string | null;
  lastName: string | null;
  /** YYYY-MM-DD. */
  dateOfBirth: string | null;
  documentNumber: string | null;
  /** YYYY-MM-DD. */
  expiryDate: string | null;
  /** ISO 3166-1 alpha-2. */
  nationality: string | null;
  /** ISO 3166-1 alpha-3. */
  issuingCountry: string | null;
}

export const NOTHING_EXTRACTED: ExtractedData = {
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  documentNumber: null,
  expiryDate: null,
  nationality: null,
  issuingCountry: null,
};

/** In the order of a report. */
export type CheckId =
  | 'image_quality'
  | 'machine_readable_zone'
  | 'barcode'
  | 'document_type'
  | 'document_expiry'
  | 'birth_date'
  | 'printed_text'
  | 'sides_match'
  | 'name_match'
  | 'specimen'
  | 'seen_before'
  | 'face_match'
  | 'liveness';

export type CheckOutcome = 'clear' | 'uncertain' | 'fail' | 'not_run';

/** One check and its outcome. */
export interface Check {
  id: CheckId;
  outcome: CheckOutcome;
  /** 0 to 1; null if the check measures nothing. */
  score: number | null;
  /** The lowest score that counts as clear. */
  threshold: number | null;
  engineVersion: string | null;
  message: string;
}

/** The comparison behind `matchScore`: the person's face with the portrait, or only the names. */
export type MatchedBy = 'face' | 'name';

/** The source of the report's `matchScore`; null if nothing was compared. */
export function matchedBy(checks: readonly Check[]): MatchedBy | null {
  const hasScore = (wanted: CheckId) => checks.some(({ id, score }) => id === wanted && score !== null);
  if (hasScore('face_match')) return 'face';
  return hasScore('name_match') ? 'name' : null;
}

/** Reasons for the result: stable codes that programs can branch on. */
export const REASON_CODES = [
  'cancelled_by_user',
  'review_timeout',
  'human_requested',
  'face_review_required',
  'analysis_failed',
  'image_quality_poor',
  'document_unreadable',
  'document_field_uncertain',
  'document_contradictory',
  'document_type_unsupported',
  'document_type_mismatch',
  'document_type_uncertain',
  'document_expired',
  'document_expiry_unknown',
  'birth_date_implausible',
  'printed_text_differs',
  'printed_text_unread',
  'sides_differ',
  'sides_not_matched',
  'name_differs',
  'name_uncertain',
  'specimen_document',
  'seen_under_another_name',
  'face_differs',
  'face_uncertain',
  'face_not_checked',
  'liveness_failed',
  'liveness_not_checked',
  'spoof_detected',
  'holder_not_matched',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** As in the contract. */
export interface LivenessResult {
  passed: boolean;
  /** 0 to 1. */
  score: number;
  spoofDetected: boolean;
}

export interface Decision {
  result: ReportResult;
  /** The face score if faces were compared, otherwise the name score; 0 if nothing was compared. See `matchedBy`. */
  matchScore: number;
  extractedData: ExtractedData;
  /** Null if no challenge ran. */
  livenessResult: LivenessResult | null;
  checks: Check[];
  reasons: ReasonCode[];
}
