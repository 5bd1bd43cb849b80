import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type DocumentFindings } from '../document-analysis/document-findings.js';
import { JobQueue } from '../platform/jobs/job-queue.service.js';
import { type DocumentSide, MAX_ATTEMPTS, SIDES_OF } from './domain/document-sides.js';
import { retakeReason } from './domain/retake.policy.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { type RetakeReason } from './domain/retake-reasons.js';
import { VerificationImage } from './verification-image.entity.js';
import { ANALYZE_IMAGE, type AnalyzeImageJob } from './verification-jobs.js';
import { VerificationJournal } from './verification-journal.service.js';
import { VerificationLifecycle } from './verification-lifecycle.service.js';
import { VerificationOutcomes } from './verification-outcomes.service.js';
import { VerificationQueries } from './verification.queries.js';

/** A photo that has been inspected and stored. */
export interface ReceivedImage {
  side: DocumentSide;
  attempt: number;
  storageKey: string;
  mimeType: string;
  sha256: Buffer;
  sizeBytes: number;
}

/** Photos of a verification: received from the person, and settled once they are analysed. */
@Injectable()
export class VerificationImages {
  constructor(
    private readonly queries: VerificationQueries,
    private readonly lifecycle: VerificationLifecycle,
    private readonly outcomes: VerificationOutcomes,
    private readonly journal: VerificationJournal,
    private readonly jobs: JobQueue,
  ) {}

  /** Keeps a photo and asks for its analysis. The caller holds the lock and knows that this photo is awaited. */
  async receive(tx: EntityManager, verification: IdentityVerification, image: ReceivedImage): Promise<void> {
    const { id: verificationId, organizationId } = verification;
    const isFirst = !(await tx.existsBy(VerificationImage, { organizationId, verificationId }));
    const inserted = await tx.insert(VerificationImage, { ...image, organizationId, verificationId });
    const { id: imageId } = inserted.identifiers[0] as { id: number };
    const isLastStep = SIDES_OF[verification.documentType!].at(-1) === image.side;
    const changed = await this.lifecycle.change(
      tx,
      verification,
      isLastStep ? { submittedAt: () => 'app_now()' } : {},
    );
    await this.journal.audit(tx, changed, 'image_received', { side: image.side, attempt: image.attempt });
    if (isFirst) await this.journal.record(tx, changed, 'identity_verification.document_uploaded');
    await this.jobs.enqueue(tx, {
      kind: ANALYZE_IMAGE,
      payload: { organizationId, verificationId, imageId },
    });
  }

  /**
   * Draws the conclusion from an analysis: another photo, the next side, or the decision. `findings` is null where the
   * analysis failed for good. An answer that nobody waits for any more (cancelled meanwhile) changes nothing.
   */
  async settle(
    tx: EntityManager,
    { organizationId, verificationId, imageId }: AnalyzeImageJob,
    findings: DocumentFindings | null,
  ): Promise<void> {
    const locked = await this.queries.lock(tx, organizationId, verificationId);
    const image = await tx.findOneBy(VerificationImage, { organizationId, verificationId, id: imageId });
    if (locked?.verification.state !== 'in_progress' || image?.analysis !== 'waiting') return;
    const { verification, timeIsUp } = locked;
    const documentType = verification.documentType!;
    if (!findings) await this.journal.audit(tx, verification, 'analysis_failed', { side: image.side });
    const reason = findings && retakeReason(findings, documentType);
    if (reason && image.attempt < MAX_ATTEMPTS && !timeIsUp)
      return this.askAgain(tx, verification, image, reason);

    await tx.update(VerificationImage, { id: imageId, organizationId }, { analysis: 'accepted' });
    const isUsable = findings !== null && reason === null;
    const isLastStep = SIDES_OF[documentType].at(-1) === image.side;
    if (isUsable) await this.journal.audit(tx, verification, 'image_accepted', { side: image.side });
    if (!isUsable || isLastStep) {
      await this.outcomes.decide(tx, verification, { findings, analysisFailed: findings === null });
    }
  }

  /** The person's last step is still to come, so the session's time counts again. */
  private async askAgain(
    tx: EntityManager,
    verification: IdentityVerification,
    { id, organizationId, side, attempt }: VerificationImage,
    reason: RetakeReason,
  ): Promise<void> {
    await tx.update(VerificationImage, { id, organizationId }, { analysis: 'retake', retakeReason: reason });
    const changed = await this.lifecycle.change(tx, verification, { submittedAt: null });
    await this.journal.audit(tx, changed, 'retake_requested', { side, attempt, reason });
  }
}
