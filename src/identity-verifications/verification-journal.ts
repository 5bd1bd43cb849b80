import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { EventBus } from '../platform/events/event-bus.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import {
  type RecordedVerificationEvent,
  type VerificationEventType,
} from './identity-verification.events.js';
import { toIdentityVerificationPayload } from './identity-verification-payload.mapper.js';
import { VerificationQueries } from './verification.queries.js';
import { VerificationAuditEvent, type VerificationAuditType } from './verification-audit-event.entity.js';
import { VerificationEvent } from './verification-event.entity.js';

/** Records what happens to a verification, in the same transaction. */
@Injectable()
export class VerificationJournal {
  constructor(
    private readonly queries: VerificationQueries,
    private readonly events: EventBus,
  ) {}

  /** Stores one of the contract's five events in the history, and publishes it. */
  async record(
    tx: EntityManager,
    verification: IdentityVerification,
    type: RecordedVerificationEvent,
  ): Promise<void> {
    const { organizationId, id: verificationId } = verification;
    await tx.insert(VerificationEvent, { organizationId, verificationId, type });
    await this.publish(tx, verification, type);
  }

  /** Publishes an event without storing it in the history. */
  async publish(
    tx: EntityManager,
    verification: IdentityVerification,
    type: VerificationEventType,
  ): Promise<void> {
    const { organizationId, id } = verification;
    const events = await this.queries.events(tx, organizationId, id);
    const data = toIdentityVerificationPayload(verification, events);
    await this.events.publish(tx, { type, organizationId, data });
  }

  /** Records everything else in the audit trail. `data` never contains document data. */
  async audit(
    tx: EntityManager,
    { organizationId, id: verificationId }: Pick<IdentityVerification, 'organizationId' | 'id'>,
    type: VerificationAuditType,
    data: Record<string, unknown> = {},
  ): Promise<void> {
    await tx.insert(VerificationAuditEvent, { organizationId, verificationId, type, data } as never);
  }
}
