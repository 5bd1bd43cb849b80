import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type DocumentFindings } from '../identity-documents/document-findings.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { type SideEvidence } from './domain/decision-evidence.js';
import { factsOf } from './domain/document-facts.js';
import { type DocumentSide, MAX_ATTEMPTS, SIDES_OF } from './domain/document-sides.js';
import { type PhotoOfSide, retakeReason } from './domain/retake.policy.js';
import { type RetakeReason } from './domain/retake-reasons.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { SealedFindings } from './sealed-findings.js';
import { VerificationQueries } from './verification.queries.js';
import { VerificationImage } from './verification-image.entity.js';
import { ANALYZE_IMAGE, type AnalyzeImageJobPayload } from './verification-job.kinds.js';
import { VerificationJournal } from './verification-journal.js';
import { VerificationLifecycle } from './verification-lifecycle.js';
import { VerificationOutcomes } from './verification-outcomes.js';

/** A photo that has been inspected and stored. */
export interface ReceivedImage {
  side: DocumentSide;
  attempt: number;
  storageKey: string;
  mimeType: string;
  sha256: Buffer;
  sizeBytes: number;
}

/** A verification's photos: received from the person, settled once analyzed. */
@Injectable()
export class VerificationImages {
  constructor(
    private readonly queries: VerificationQueries,
    private readonly lifecycle: VerificationLifecycle,
    private readonly outcomes: VerificationOutcomes,
    private readonly journal: VerificationJournal,
    private readonly jobs: JobQueue,
    private readonly sealed: SealedFindings,
  ) {}

  /** Stores a photo and queues its analysis. The caller holds the lock and has checked that this photo is due. */
  async receive(tx: EntityManager, verification: IdentityVerification, image: ReceivedImage): Promise<void> {
    const { id: verificationId, organizationId } = verification;
    const isFirst = !(await tx.existsBy(VerificationImage, { organizationId, verificationId }));
    const round = verification.reviewRound;
    const inserted = await tx.insert(VerificationImage, { ...image, round, organizationId, verificationId });
    const { id: imageId } = inserted.identifiers[0] as { id: number };
    const isLastStep = lastStepOf(verification) === image.side;
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
   * Acts on an analysis: asks for another photo, goes to the next step, or decides. `evidence` is null if the
   * analysis failed for good. Does nothing if the verification has since been cancelled or handed to a reviewer.
   */
  async settle(
    tx: EntityManager,
    { organizationId, verificationId, imageId }: AnalyzeImageJobPayload,
    evidence: (SideEvidence & { findings: DocumentFindings }) | null,
  ): Promise<void> {
    const locked = await this.queries.lock(tx, organizationId, verificationId);
    const image = await tx.findOneBy(VerificationImage, { organizationId, verificationId, id: imageId });
    if (locked?.verification.state !== 'in_progress' || image?.analysis !== 'waiting') return;
    const { verification, timeIsUp } = locked;
    if (image.round !== verification.reviewRound) return;
    if (!evidence) await this.journal.audit(tx, verification, 'analysis_failed', { side: image.side });
    const reason = evidence && retakeReason(await this.photoOf(tx, verification, image, evidence));
    if (reason && image.attempt < MAX_ATTEMPTS && !timeIsUp)
      return this.askAgain(tx, verification, image, reason);

    const findingsSealed = evidence && this.sealed.sealImage(imageId, evidence);
    await tx.update(
      VerificationImage,
      { id: imageId, organizationId },
      { analysis: 'accepted', findingsSealed },
    );
    this.lifecycle.announce(tx, verification);
    if (evidence && !reason)
      await this.journal.audit(tx, verification, 'image_accepted', { side: image.side });
    const isLastStep = lastStepOf(verification) === image.side;
    if (isLastStep || (await this.outcomes.isDisproved(tx, verification)))
      await this.outcomes.decide(tx, verification);
  }

  /** Adds what is known of the other side, which determines what this photo must show. */
  private async photoOf(
    tx: EntityManager,
    { organizationId, id, documentType, documentCountry }: IdentityVerification,
    { side }: VerificationImage,
    evidence: SideEvidence & { findings: DocumentFindings },
  ): Promise<PhotoOfSide> {
    const images = await this.queries.images(tx, organizationId, id);
    const other = images.findLast((image) => image.side !== side && image.analysis === 'accepted');
    const seen = other?.findingsSealed ? this.sealed.openImage(other.id, other.findingsSealed) : null;
    const otherSideIsRead = seen !== null && factsOf({ front: seen, back: null }).length > 0;
    return { ...evidence, side, documentType: documentType!, country: documentCountry, otherSideIsRead };
  }

  /** The last step is due again, so the session can expire again. */
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

/** The side whose photo completes the person's part; null if a liveness challenge does. */
function lastStepOf({
  documentType,
  verificationMethod,
  askedPart,
}: IdentityVerification): DocumentSide | null {
  if (askedPart) return askedPart === 'face' ? null : askedPart;
  return verificationMethod === 'document' ? SIDES_OF[documentType!].at(-1)! : null;
}
