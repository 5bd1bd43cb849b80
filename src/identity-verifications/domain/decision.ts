export type ReportResult = 'approved' | 'rejected' | 'manual_review';

/** What was read from the document; null where it was not, or not with certainty. */
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

export type CheckId =
  | 'image_quality'
  | 'machine_readable_zone'
  | 'document_type'
  | 'document_expiry'
  | 'birth_date'
  | 'name_match'
  | 'specimen'
  | 'face_match'
  | 'liveness';

export type CheckOutcome = 'clear' | 'uncertain' | 'fail' | 'not_run';

/** One thing that was looked at, and what came of it. */
export interface Check {
  id: CheckId;
  outcome: CheckOutcome;
  /** 0 to 1, where the check measures something. */
  score: number | null;
  /** The least score that counts as clear. */
  threshold: number | null;
  engineVersion: string | null;
  message: string;
}

/** Why a verification was not approved; stable words that a program may branch on. */
export type ReasonCode =
  | 'cancelled_by_user'
  | 'review_timeout'
  | 'analysis_failed'
  | 'document_unreadable'
  | 'document_contradictory'
  | 'document_type_unsupported'
  | 'document_type_mismatch'
  | 'document_expired'
  | 'birth_date_implausible'
  | 'name_differs'
  | 'name_uncertain'
  | 'specimen_document'
  | 'face_not_checked'
  | 'liveness_not_checked';

export interface Decision {
  result: ReportResult;
  /** The score of the names, as long as no faces are compared; 0 where nothing was compared. */
  matchScore: number;
  extractedData: ExtractedData;
  checks: Check[];
  reasons: ReasonCode[];
}
