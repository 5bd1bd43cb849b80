import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { DocumentReport } from './document-report.entity.js';
import { type Decision, NOTHING_EXTRACTED, type ReportResult } from './domain/decision.js';
import { decide } from './domain/decision.policy.js';
import { DuplicateIdentities } from './duplicate-identities.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { settleReport } from './verification.queries.js';
import { VerificationEvidence } from './verification-evidence.js';
import { VerificationJournal } from './verification-journal.js';
import { VerificationLifecycle } from './verification-lifecycle.js';
import { VerificationReviews } from './verification-reviews.js';

const STATE_AFTER = { approved: 'completed', rejected: 'failed' } as const;

/** Ends verifications, changing state, report and events together. Callers hold the row's lock. */
@Injectable()
export class VerificationOutcomes {
  constructor(
    private readonly evidence: VerificationEvidence,
    private readonly duplicates: DuplicateIdentities,
    private readonly lifecycle: VerificationLifecycle,
    private readonly journal: VerificationJournal,
    private readonly reviews: VerificationReviews,
  ) {}

  /** Decides on the evidence so far, and concludes the verification. */
  async decide(tx: EntityManager, verification: IdentityVerification): Promise<IdentityVerification> {
    const { input, face } = await this.evidence.gather(tx, verification);
    const { organizationId, id: verificationId } = verification;
    const traits = { organizationId, verificationId, extracted: decide(input).extractedData, face };
    const seenBefore = await this.duplicates.recognize(tx, traits);
    return this.conclude(tx, verification, decide({ ...input, seenBefore }));
  }

  /** Whether the evidence so far is enough to reject, so the person need not continue. */
  async isDisproved(tx: EntityManager, verification: IdentityVerification): Promise<boolean> {
    const { input } = await this.evidence.gather(tx, verification);
    return decide(input).result === 'rejected';
  }

  /**
   * The person cancels: rejected, with nothing extracted. If a reviewer had asked again, the reviewers decide
   * instead.
   */
  async cancel(tx: EntityManager, verification: IdentityVerification): Promise<IdentityVerification> {
    if (verification.askedPart) return this.reviews.resume(tx, verification, 'ask_cancelled');
    await this.journal.audit(tx, verification, 'cancelled');
    return this.conclude(tx, verification, {
      result: 'rejected',
      matchScore: 0,
      extractedData: NOTHING_EXTRACTED,
      livenessResult: null,
      checks: [],
      reasons: ['cancelled_by_user'],
    });
  }

  /** Ends a review: the report gets the final result and `reason`, a code or the reviewer's own words. */
  async settleReview(
    tx: EntityManager,
    verification: IdentityVerification,
    result: Exclude<ReportResult, 'manual_review'>,
    reason: string,
  ): Promise<IdentityVerification> {
    const settled = await this.lifecycle.move(tx, verification, STATE_AFTER[result], { reviewDueAt: null });
    await settleReport(tx, verification, result, reason);
    await this.recordEnd(tx, settled);
    return settled;
  }

  /** Writes the report of an open verification; `manual_review` hands it to the reviewers. */
  private async conclude(
    tx: EntityManager,
    verification: IdentityVerification,
    decision: Decision,
  ): Promise<IdentityVerification> {
    const { result, reasons } = decision;
    await this.report(tx, verification, decision);
    await this.journal.audit(tx, verification, 'decided', { result, reasons });
    if (result === 'manual_review') return this.reviews.begin(tx, verification);
    const ended = await this.lifecycle.move(tx, verification, STATE_AFTER[result], {
      askedPart: null,
      askReason: null,
      submittedAt: () => 'coalesce(submitted_at, app_now())',
    });
    await this.recordEnd(tx, ended);
    return ended;
  }

  /** Replaces the report of an earlier round. */
  private async report(
    tx: EntityManager,
    { id: verificationId, organizationId, documentType }: IdentityVerification,
    decision: Decision,
  ): Promise<void> {
    const report = { verificationId, organizationId, documentType, ...decision };
    await tx.upsert(DocumentReport, { ...report, completedAt: () => 'app_now()' }, ['verificationId']);
  }

  private async recordEnd(tx: EntityManager, verification: IdentityVerification): Promise<void> {
    const passed = verification.state === 'completed';
    const type = passed ? 'identity_verification.completed' : 'identity_verification.failed';
    await this.journal.record(tx, verification, type);
  }
}
