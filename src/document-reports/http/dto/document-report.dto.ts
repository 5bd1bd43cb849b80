import {
  type Check,
  type ExtractedData,
  type LivenessResult,
  type ReportResult,
} from '../../../identity-verifications/domain/decision.js';
import { type DocumentType } from '../../../identity-verifications/domain/document-type.js';

export class DocumentReportDto {
  verificationId: number;
  result: ReportResult;
  /** Null where the person never picked one. */
  documentType: DocumentType | null;
  /** 0 to 1: how well the faces agree where they were compared, else the names; 0 where nothing was compared. */
  matchScore: number;
  /** Always with its seven keys, null where unread. */
  extractedData: ExtractedData;
  /** Null where no challenge ran. */
  livenessResult: LivenessResult | null;
  completedAt: string;
  /** What was looked at, and what came of it (ours). */
  checks: Check[];
  /** Why the result is what it is; a reviewer's own words come last (ours). */
  reasons: string[];
}
