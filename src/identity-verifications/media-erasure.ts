import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { type Actor } from '../activity/domain/activity-event.js';
import { ErasureActivity } from '../activity/erasure-activity.js';
import { Transactions } from '../platform/database/transactions.js';
import { EventBus } from '../platform/events/event-bus.js';
import { FileDeletions, type FileSubject } from '../platform/storage/file-deletions.js';
import { isFinal } from './domain/verification.state.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { KnownIdentity } from './known-identity.entity.js';
import { forgetMeasurements } from './liveness-challenge.queries.js';
import { LivenessFrame } from './liveness-frame.entity.js';
import { verificationNotFound, verificationOpen } from './verification.errors.js';
import { VerificationQueries } from './verification.queries.js';
import { VerificationImage } from './verification-image.entity.js';
import { VerificationLifecycle } from './verification-lifecycle.js';

/** The progress of erasing a verification's media. */
export interface ErasedMedia {
  id: number;
  /** Null while files are left. */
  mediaErasedAt: Date | null;
  filesLeft: number;
}

/**
 * Erases pictures, findings, face descriptors, and personal data in events. The report stays. Rows go at once and
 * files after the commit; once the last is gone, the media count as erased (`ErasedMediaRecord`).
 */
@Injectable()
export class MediaErasure {
  constructor(
    private readonly transactions: Transactions,
    private readonly queries: VerificationQueries,
    private readonly lifecycle: VerificationLifecycle,
    private readonly deletions: FileDeletions,
    private readonly events: EventBus,
    private readonly activity: ErasureActivity,
  ) {}

  /**
   * Erases the rows and queues the files for deletion. Idempotent, even while files of an earlier call are left.
   * @param actor the member or operator who erases, if any
   * @throws AppError 404; 400 `verification_open` while the person or a reviewer still needs the media
   */
  begin(organizationId: number, id: number, actor?: Actor): Promise<ErasedMedia> {
    return this.transactions.run(async (tx) => {
      const before = await this.lockFinal(tx, organizationId, id);
      if (!before.mediaErasureBeganAt && !before.mediaErasedAt) await this.eraseRows(tx, before, actor);
      return this.stateOf(tx, organizationId, id);
    });
  }

  /** The same, and waits a few seconds for the files, unless the caller commits later. @throws as `begin` */
  async erase(organizationId: number, id: number, actor?: Actor): Promise<ErasedMedia> {
    const begun = await this.begin(organizationId, id, actor);
    if (begun.filesLeft === 0 || this.transactions.isHolding) return begun;
    await this.deletions.hurry(organizationId);
    return this.transactions.run((tx) => this.stateOf(tx, organizationId, id));
  }

  /** The number of files left of an erasure that has begun. */
  filesLeft(organizationId: number, id: number): Promise<number> {
    return this.deletions.left(organizationId, [{ kind: 'identity_verification', id }]);
  }

  private async lockFinal(
    tx: EntityManager,
    organizationId: number,
    id: number,
  ): Promise<IdentityVerification> {
    const locked = await this.queries.lock(tx, organizationId, id);
    if (!locked) throw verificationNotFound();
    if (!isFinal(locked.verification.state)) throw verificationOpen();
    return locked.verification;
  }

  private async eraseRows(
    tx: EntityManager,
    verification: IdentityVerification,
    actor?: Actor,
  ): Promise<void> {
    const { organizationId, id } = verification;
    const subject: FileSubject = { kind: 'identity_verification', id };
    const of = { organizationId, verificationId: id };
    const keys = await this.storageKeys(tx, of);
    await tx.update(VerificationImage, of, { storageKey: null, findingsSealed: null });
    await tx.update(LivenessFrame, of, { storageKey: null, observationSealed: null });
    await tx.delete(KnownIdentity, of);
    await forgetMeasurements(tx, of);
    await this.lifecycle.change(tx, verification, { mediaErasureBeganAt: () => 'app_now()' });
    await this.events.publish(tx, {
      type: 'identity_verification.media_erased',
      organizationId,
      data: { id },
    });
    await this.deletions.add(tx, organizationId, keys, subject);
    const done = actor && { ...actor, type: 'media_erased' as const, subject };
    if (done) await this.activity.record(tx, done, 'media_erasure_begun', [subject]);
  }

  private async stateOf(tx: EntityManager, organizationId: number, id: number): Promise<ErasedMedia> {
    const filesLeft = await this.deletions.left(organizationId, [{ kind: 'identity_verification', id }], tx);
    const { mediaErasedAt } = (await this.queries.find(tx, organizationId, id))!;
    return { id, mediaErasedAt: filesLeft > 0 ? null : mediaErasedAt, filesLeft };
  }

  private async storageKeys(
    tx: EntityManager,
    of: { organizationId: number; verificationId: number },
  ): Promise<string[]> {
    const where = { ...of, storageKey: Not(IsNull()) };
    const images = await tx.findBy(VerificationImage, where);
    const frames = await tx.findBy(LivenessFrame, where);
    return [...images, ...frames].map(({ storageKey }) => storageKey!);
  }
}
