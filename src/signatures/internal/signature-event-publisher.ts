import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { isoOrNull } from '../../common/timestamps.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { OrganizationChanges } from '../../platform/events/organization-changes.js';
import { type Recipient } from '../recipients/recipient.entity.js';
import { type Signature } from '../signature.entity.js';
import { toSignaturePayload } from '../signature-payload.mapper.js';
import { SIGNATURES } from '../signature-topic.js';
import { type Signer } from '../signers/signer.entity.js';
import { type RecipientEventType, type SignatureEventType } from './signature.events.js';

/** Publishes events with the request's state after the change, and notifies open pages. */
@Injectable()
export class SignatureEventPublisher {
  constructor(
    private readonly events: EventBus,
    private readonly changes: OrganizationChanges,
  ) {}

  async publish(
    tx: EntityManager,
    type: SignatureEventType,
    request: Signature,
    signers: Signer[],
  ): Promise<void> {
    const { organizationId } = request;
    const data = toSignaturePayload(request, signers);
    await this.events.publish(tx, { type, organizationId, data });
    this.changes.mark(tx, organizationId, SIGNATURES);
  }

  /** Publishes what somebody who does not sign did, with the request's state after it. */
  async publishOfRecipient(
    tx: EntityManager,
    type: RecipientEventType,
    request: Signature,
    signers: Signer[],
    { id, email, name, action, status, actedAt, rejectionReason: reason }: Recipient,
  ): Promise<void> {
    const { organizationId } = request;
    const recipient = { id, email, name, action, status, actedAt: isoOrNull(actedAt), reason };
    const data = { ...toSignaturePayload(request, signers), recipient };
    await this.events.publish(tx, { type, organizationId, data });
    this.changes.mark(tx, organizationId, SIGNATURES);
  }
}
