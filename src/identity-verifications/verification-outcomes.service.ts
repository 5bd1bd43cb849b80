import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobQueue } from '../platform/jobs/job-queue.service.js';
import { type Decision, NOTHING_EXTRACTED, type ReportResult } from './domain/decision.js';
import { DocumentReport } from './document-report.entity.js';
import { decide } from './domain/decision.policy.js';
import { type VerificationState } from './domain/verification.state.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { REMIND_OF_REVIEW, REQUEST_REVIEW, TIME_OUT_REVIEW } from './verification-job.kinds.js';
import { DuplicateIdentities } from './duplicate-identities.service.js';
import { VerificationEvidence } from './verification-evidence.service.js';
import { VerificationJournal } from './verification-journal.service.js';
import { VerificationLifecycle } from './verification-lifecycle.service.js';

/** The time that reviewers have to decide, and when they are reminded. */
const REVIEW_HOURS = 24;
const REMINDER_HOURS_BEFORE = 4;

const REMINDER_AFTER_SECONDS = (REVIEW_HOURS - REMINDER_HOURS_BEFORE) * 3_600;
const STATE_AFTER: Record<ReportResult, VerificationState> = {
  approved: 'completed',
  rejected: 'failed',
  manual_review: 'reviewing',
};

/** Ends verifications, changing state, report and events together. Callers hold the row's lock. */
@Injectable()
export class VerificationOutcomes {
  constructor(
    private readonly evidence: VerificationEvidence,
    private readonly duplicates: DuplicateIdentities,
    private readonly lifecycle: VerificationLifecycle,
    private readonly journal: VerificationJournal,
    private readonly jobs: JobQueue,
  ) {}

  /** Decides on the evidence so far, and concludes the verification. */
  async decide(tx: EntityManager, verification: IdentityVerification): Promise<IdentityVerification> {
    const { input, face } = await this.evidence.gather(tx, verification);
    const { organizationId, id: verificationId } = verification;
    const traits = { organizationId, verificationId, extracted: decide(input).extractedData, face };
    const seenBefore = await this.duplicates.lookUp(tx, traits);
    await this.duplicates.remember(tx, traits);
    return this.conclude(tx, verification, decide({ ...input, seenBefore }));
  }

  /** Whether the evidence so far is enough to reject, so that the person need not continue. */
  async isDisproved(tx: EntityManager, verification: IdentityVerification): Promise<boolean> {
    const { input } = await this.evidence.gather(tx, verification);
    return decide(input).result === 'rejected';
  }

  /** The person cancels: rejected, with nothing extracted. */
  async cancel(tx: EntityManager, verification: IdentityVerification): Promise<IdentityVerification> {
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
    const { id: verificationId, organizationId } = verification;
    const settled = await this.lifecycle.move(tx, verification, STATE_AFTER[result], { reviewDueAt: null });
    await tx
      .createQueryBuilder()
      .update(DocumentReport)
      .set({ result, reasons: () => 'reasons || :reason::text', completedAt: () => 'app_now()' })
      .where({ verificationId, organizationId })
      .setParameter('reason', reason)
      .execute();
    await this.recordEnd(tx, settled);
    return settled;
  }

  /** Writes the report of an open verification; `manual_review` also notifies the reviewers and starts their timers. */
  private async conclude(
    tx: EntityManager,
    verification: IdentityVerification,
    decision: Decision,
  ): Promise<IdentityVerification> {
    const { id, organizationId, documentType } = verification;
    const { result, reasons } = decision;
    const underReview = result === 'manual_review';
    const concluded = await this.lifecycle.move(tx, verification, STATE_AFTER[result], {
      submittedAt: () => 'coalesce(submitted_at, app_now())',
      ...(underReview && { reviewDueAt: () => `app_now() + interval '${REVIEW_HOURS} hours'` }),
    });
    await tx.insert(DocumentReport, { verificationId: id, organizationId, documentType, ...decision });
    await this.journal.audit(tx, concluded, 'decided', { result, reasons });
    if (underReview) await this.notifyReviewers(tx, concluded);
    else await this.recordEnd(tx, concluded);
    return concluded;
  }

  private async notifyReviewers(tx: EntityManager, verification: IdentityVerification): Promise<void> {
    const payload = { organizationId: verification.organizationId, verificationId: verification.id };
    await this.journal.audit(tx, verification, 'review_requested');
    await this.jobs.enqueueMany(tx, [
      { kind: REQUEST_REVIEW, payload },
      { kind: REMIND_OF_REVIEW, payload, runAt: { afterSeconds: REMINDER_AFTER_SECONDS } },
      { kind: TIME_OUT_REVIEW, payload, runAt: verification.reviewDueAt! },
    ]);
  }

  private async recordEnd(tx: EntityManager, verification: IdentityVerification): Promise<void> {
    const passed = verification.state === 'completed';
    const type = passed ? 'identity_verification.completed' : 'identity_verification.failed';
    await this.journal.record(tx, verification, type);
  }
}
