import { type DocumentReport } from '../../identity-verifications/document-report.entity.js';
import {
  type Check,
  type ExtractedData,
  type LivenessResult,
  matchedBy,
} from '../../identity-verifications/domain/decision.js';
import { type DocumentReportDto } from './dto/document-report.dto.js';

/** Writes JSON columns field by field too, since the database does not keep the order of keys. */
export function toDocumentReport(report: DocumentReport): DocumentReportDto {
  const { verificationId, result, documentType, matchScore, extractedData, livenessResult } = report;
  return {
    verificationId,
    result,
    documentType,
    matchScore,
    matchedBy: matchedBy(report.checks),
    extractedData: toExtractedData(extractedData),
    livenessResult: livenessResult && toLivenessResult(livenessResult),
    completedAt: report.completedAt.toISOString(),
    checks: report.checks.map(toCheck),
    reasons: report.reasons,
  };
}

function toExtractedData(data: ExtractedData): ExtractedData {
  const { firstName, lastName, dateOfBirth, documentNumber, expiryDate, nationality, issuingCountry } = data;
  return { firstName, lastName, dateOfBirth, documentNumber, expiryDate, nationality, issuingCountry };
}

function toLivenessResult({ passed, score, spoofDetected }: LivenessResult): LivenessResult {
  return { passed, score, spoofDetected };
}

function toCheck({ id, outcome, score, threshold, engineVersion, message }: Check): Check {
  return { id, outcome, score, threshold, engineVersion, message };
}
