import { type EntityManager } from 'typeorm';
import { DocumentReport } from '../identity-verifications/document-report.entity.js';
import { type IdentityVerification } from '../identity-verifications/identity-verification.entity.js';
import { VerificationImage } from '../identity-verifications/verification-image.entity.js';

/**
 * What the audit trail records of an identity check: the scores and outcomes, and the SHA-256 of the pictures behind the
 * decision. It contains no picture, no text from a document and nothing that a reviewer wrote.
 */
export async function identityProofOf(
  tx: EntityManager,
  { id: verificationId, organizationId }: IdentityVerification,
  wasReviewed: boolean,
): Promise<Record<string, unknown>> {
  const report = await tx.findOneBy(DocumentReport, { organizationId, verificationId });
  if (!report) return { verificationId };
  const images = await tx.find(VerificationImage, {
    where: { organizationId, verificationId, analysis: 'accepted' },
    order: { id: 'ASC' },
  });
  const { matchScore, livenessResult, checks } = report;
  return {
    verificationId,
    wasReviewed,
    matchScore,
    liveness: livenessResult && { passed: livenessResult.passed, score: livenessResult.score },
    checks: checks.map(({ id, outcome, score }) => ({ id, outcome, score })),
    documentImages: images.map(({ side, attempt, sha256 }) => ({
      side,
      attempt,
      sha256: sha256.toString('hex'),
    })),
  };
}
