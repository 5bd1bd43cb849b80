import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { EventBus } from '../platform/events/event-bus.service.js';
import { OrganizationChanges } from '../platform/events/organization-changes.service.js';
import { signersOf } from './live-request.queries.js';
import { toSignaturePayload } from './signature-payload.mapper.js';
import { type Signature } from './signature.entity.js';
import { type SignatureEventType } from './signature.events.js';
import { SIGNATURES } from './signature-topic.js';

/** Publishes what happened to a request, as it stands after the change, and tells open pages. */
@Injectable()
export class SignatureEventPublisher {
  constructor(
    private readonly events: EventBus,
    private readonly changes: OrganizationChanges,
  ) {}

  async publish(tx: EntityManager, type: SignatureEventType, request: Signature): Promise<void> {
    const { organizationId } = request;
    const data = toSignaturePayload(request, await signersOf(tx, request));
    await this.events.publish(tx, { type, organizationId, data });
    this.changes.mark(tx, organizationId, SIGNATURES);
  }
}
