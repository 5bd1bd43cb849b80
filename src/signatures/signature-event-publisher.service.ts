import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { EventBus } from '../platform/events/event-bus.service.js';
import { toSignatureWithSigners } from './http/signature.mapper.js';
import { type Signature } from './signature.entity.js';
import { type SignatureEventType } from './signature.events.js';
import { signersOf } from './live-request.queries.js';

/** Publishes what happened to a request, as its GET shows it after the change. */
@Injectable()
export class SignatureEventPublisher {
  constructor(private readonly events: EventBus) {}

  async announce(tx: EntityManager, type: SignatureEventType, request: Signature): Promise<void> {
    const { organizationId, deletedAt } = request;
    const data = { ...toSignatureWithSigners(request, await signersOf(tx, request)) };
    const cancelled = type === 'signature.cancelled' ? { deletedAt: deletedAt!.toISOString() } : {};
    await this.events.publish(tx, { type, organizationId, data: { ...data, ...cancelled } });
  }
}
