import {
  type Check,
  type CheckId,
  type CheckOutcome,
  type ExtractedData,
  type LivenessResult,
  type MatchedBy,
  type ReportResult,
} from '../../../identity-verifications/domain/decision.js';
import { type DocumentType } from '../../../identity-verifications/domain/document-type.js';

export class ExtractedDataDto implements ExtractedData {
  firstName: string | null;
  lastName: string | null;
  /** YYYY-MM-DD. */
  dateOfBirth: string | null;
  documentNumber: string | null;
  /** YYYY-MM-DD. Also null for a document that never expires: the message of the check `document_expiry` says which. */
  expiryDate: string | null;
  /** ISO 3166-1 alpha-2. */
  nationality: string | null;
  /** ISO 3166-1 alpha-3. */
  issuingCountry: string | null;
}

export class LivenessResultDto implements LivenessResult {
  passed: boolean;
  /** 0 to 1. */
  score: number;
  spoofDetected: boolean;
}

export class CheckDto implements Check {
  id: CheckId;
  outcome: CheckOutcome;
  /** 0 to 1; null if the check measures nothing. */
  score: number | null;
  /** The lowest score that counts as clear. */
  threshold: number | null;
  engineVersion: string | null;
  message: string;
}

export class DocumentReportDto {
  verificationId: number;
  result: ReportResult;
  /** Null if the person never chose one. */
  documentType: DocumentType | null;
  /** 0 to 1: the score of the comparison in `matchedBy`; 0 if nothing was compared. */
  matchScore: number;
  /**
   * `face`: the face in front of the camera was compared with the portrait. `name`: only the names were compared, as with
   * the method `document`, so the score says nothing about who holds the document. Null if nothing was compared.
   */
  matchedBy: MatchedBy | null;
  /** Always has all seven keys; a value that was not read is null. */
  extractedData: ExtractedDataDto;
  /** Null if no liveness challenge ran. */
  livenessResult: LivenessResultDto | null;
  completedAt: string;
  /** Each check with its outcome. */
  checks: CheckDto[];
  /** The reasons for the result, as stable codes; a reviewer's own words come last. */
  reasons: string[];
}
