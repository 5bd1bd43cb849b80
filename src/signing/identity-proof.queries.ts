import { type EntityManager } from 'typeorm';
import { type IdentityVerification } from '../identity-verifications/identity-verification.entity.js';
import { findProof } from '../identity-verifications/verification.queries.js';

/**
 * The audit trail's record of an identity check: scores, outcomes, and the SHA-256 of the pictures behind the
 * decision. It contains no picture, document text or reviewer's words.
 */
export async function identityProofOf(
  tx: EntityManager,
  verification: IdentityVerification,
  wasReviewed: boolean,
): Promise<Record<string, unknown>> {
  const { id: verificationId } = verification;
  const proof = await findProof(tx, verification);
  if (!proof) return { verificationId };
  const { matchScore, livenessResult, checks } = proof.report;
  return {
    verificationId,
    wasReviewed,
    matchScore,
    liveness: livenessResult && { passed: livenessResult.passed, score: livenessResult.score },
    checks: checks.map(({ id, outcome, score }) => ({ id, outcome, score })),
    documentImages: proof.images.map(({ side, attempt, sha256 }) => ({
      side,
      attempt,
      sha256: sha256.toString('hex'),
    })),
  };
}
