import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { Transactions } from '../platform/database/transactions.js';
import { EventBus } from '../platform/events/event-bus.service.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { isFinal } from './domain/verification.state.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import { forgetMeasurements } from './liveness-challenge.queries.js';
import { LivenessFrame } from './liveness-frame.entity.js';
import { KnownIdentity } from './known-identity.entity.js';
import { VerificationImage } from './verification-image.entity.js';
import { VerificationJournal } from './verification-journal.service.js';
import { VerificationLifecycle } from './verification-lifecycle.service.js';
import { verificationNotFound, verificationOpen } from './verification.errors.js';
import { VerificationQueries } from './verification.queries.js';

/**
 * Erases pictures, findings and face descriptors, and what events told about the person. The report stays, and the audit
 * trail records the erasure.
 */
@Injectable()
export class MediaErasure {
  constructor(
    private readonly transactions: Transactions,
    private readonly queries: VerificationQueries,
    private readonly lifecycle: VerificationLifecycle,
    private readonly journal: VerificationJournal,
    private readonly files: FileStore,
    private readonly events: EventBus,
  ) {}

  /**
   * Deletes files before rows, so that the next call can finish what a crash interrupted. Idempotent.
   * @throws AppError 404; 400 `verification_open` while the person or a reviewer still needs the media
   */
  async erase(organizationId: number, id: number): Promise<IdentityVerification> {
    return this.transactions.run(async (tx) => {
      const locked = await this.queries.lock(tx, organizationId, id);
      if (!locked) throw verificationNotFound();
      const { verification } = locked;
      if (!isFinal(verification.state)) throw verificationOpen();
      if (verification.mediaErasedAt) return verification;
      const of = { organizationId, verificationId: id };
      const keys = await this.storageKeys(tx, of);
      for (const key of keys) await this.files.delete(key);
      await tx.update(VerificationImage, of, { storageKey: null, findingsSealed: null });
      await tx.update(LivenessFrame, of, { storageKey: null, observationSealed: null });
      await tx.delete(KnownIdentity, of);
      await forgetMeasurements(tx, of);
      const erased = await this.lifecycle.change(tx, verification, { mediaErasedAt: () => 'app_now()' });
      await this.journal.audit(tx, erased, 'media_erased', { files: keys.length });
      await this.events.publish(tx, {
        type: 'identity_verification.media_erased',
        organizationId,
        data: { id },
      });
      return erased;
    });
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
