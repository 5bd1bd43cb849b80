import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { EventBus } from '../platform/events/event-bus.service.js';
import { type IdentityVerification } from './identity-verification.entity.js';
import {
  type RecordedVerificationEvent,
  type VerificationEventType,
} from './identity-verification.events.js';
import { toIdentityVerificationPayload } from './identity-verification-payload.mapper.js';
import { VerificationAuditEvent, type VerificationAuditType } from './verification-audit-event.entity.js';
import { VerificationEvent } from './verification-event.entity.js';
import { VerificationQueries } from './verification.queries.js';

/** Writes down what happens to a verification, in the transaction that makes it true. */
@Injectable()
export class VerificationJournal {
  constructor(
    private readonly queries: VerificationQueries,
    private readonly events: EventBus,
  ) {}

  /** One of the contract's five events: kept in the history, and told to whoever listens. */
  async record(
    tx: EntityManager,
    verification: IdentityVerification,
    type: RecordedVerificationEvent,
  ): Promise<void> {
    const { organizationId, id: verificationId } = verification;
    await tx.insert(VerificationEvent, { organizationId, verificationId, type });
    await this.tell(tx, verification, type);
  }

  /** Tells of an event without keeping it in the history. */
  async tell(
    tx: EntityManager,
    verification: IdentityVerification,
    type: VerificationEventType,
  ): Promise<void> {
    const { organizationId, id } = verification;
    const events = await this.queries.events(tx, organizationId, id);
    const data = toIdentityVerificationPayload(verification, events);
    await this.events.publish(tx, { type, organizationId, data });
  }

  /** Everything else, for the audit trail. `data` never holds what a document says. */
  async audit(
    tx: EntityManager,
    verification: IdentityVerification,
    type: VerificationAuditType,
    data: Record<string, unknown> = {},
  ): Promise<void> {
    const { organizationId, id: verificationId } = verification;
    await tx.insert(VerificationAuditEvent, { organizationId, verificationId, type, data } as never);
  }
}
