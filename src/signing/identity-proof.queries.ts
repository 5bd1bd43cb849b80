import { type EntityManager } from 'typeorm';
import { DocumentReport } from '../identity-verifications/document-report.entity.js';
import { type IdentityVerification } from '../identity-verifications/identity-verification.entity.js';
import { VerificationImage } from '../identity-verifications/verification-image.entity.js';

/**
 * What the audit trail keeps of an identity check: what was looked at and what came of it, and the digests of the pictures
 * that it was decided on. Neither a picture nor a word of what a document says, nor of what a reviewer wrote.
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
