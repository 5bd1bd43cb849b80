import {
  type Check,
  type ExtractedData,
  type LivenessResult,
  type MatchedBy,
  type ReportResult,
} from '../../../identity-verifications/domain/decision.js';
import { type DocumentType } from '../../../identity-verifications/domain/document-type.js';

export class DocumentReportDto {
  verificationId: number;
  result: ReportResult;
  /** Null if the person never chose one. */
  documentType: DocumentType | null;
  /** 0 to 1: the score of what `matchedBy` names; 0 if nothing was compared. */
  matchScore: number;
  /**
   * `face`: the face in front of the camera was compared with the portrait. `name`: only the names were compared, as where the
   * method is `document`, so the score says nothing about who holds the document. Null if nothing was compared.
   */
  matchedBy: MatchedBy | null;
  /** Always has its seven keys; null for what was not read. */
  extractedData: ExtractedData;
  /** Null if no liveness challenge ran. */
  livenessResult: LivenessResult | null;
  completedAt: string;
  /** Each check with its outcome. */
  checks: Check[];
  /** The reasons for the result, as stable codes; a reviewer's own words come last. */
  reasons: string[];
}
