import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { EventBus } from '../platform/events/event-bus.js';
import { LivenessFrame } from './liveness-frame.entity.js';
import { VerificationQueries } from './verification.queries.js';
import { VerificationImage } from './verification-image.entity.js';
import { VerificationJournal } from './verification-journal.js';
import { VerificationLifecycle } from './verification-lifecycle.js';

/** Records in a verification and its audit trail that its media are erased, once the last file is gone. */
@Injectable()
export class ErasedMediaRecord implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly queries: VerificationQueries,
    private readonly lifecycle: VerificationLifecycle,
    private readonly journal: VerificationJournal,
  ) {}

  onModuleInit(): void {
    this.events.listen(async (tx, { type, organizationId, data }) => {
      if (type === 'files.deleted' && data.kind === 'identity_verification')
        await this.conclude(tx, organizationId, data.id);
    });
  }

  private async conclude(tx: EntityManager, organizationId: number, id: number): Promise<void> {
    const locked = await this.queries.lock(tx, organizationId, id);
    if (!locked?.verification.mediaErasureBeganAt || locked.verification.mediaErasedAt) return;
    const of = { organizationId, verificationId: id };
    const files = (await tx.countBy(VerificationImage, of)) + (await tx.countBy(LivenessFrame, of));
    const erased = await this.lifecycle.change(tx, locked.verification, {
      mediaErasedAt: () => 'app_now()',
    });
    await this.journal.audit(tx, erased, 'media_erased', { files });
  }
}
