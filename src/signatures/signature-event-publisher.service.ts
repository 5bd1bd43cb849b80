import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { EventBus } from '../platform/events/event-bus.service.js';
import { signersOf } from './live-request.queries.js';
import { toSignaturePayload } from './signature-payload.mapper.js';
import { type Signature } from './signature.entity.js';
import { type SignatureEventType } from './signature.events.js';

/** Publishes what happened to a request, as it stands after the change. */
@Injectable()
export class SignatureEventPublisher {
  constructor(private readonly events: EventBus) {}

  async publish(tx: EntityManager, type: SignatureEventType, request: Signature): Promise<void> {
    const { organizationId } = request;
    const data = toSignaturePayload(request, await signersOf(tx, request));
    await this.events.publish(tx, { type, organizationId, data });
  }
}
