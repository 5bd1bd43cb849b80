import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { EventBus } from '../platform/events/event-bus.service.js';
import { toSignatureWithSigners } from './http/signature.mapper.js';
import { Signature } from './signature.entity.js';
import { type SignatureEventType } from './signature.events.js';
import { signersOf } from './signature-lock.js';

/** Tells what happened to a request, as its GET shows it after the change. */
@Injectable()
export class SignatureAnnouncer {
  constructor(private readonly events: EventBus) {}

  async announce(
    tx: EntityManager,
    type: SignatureEventType,
    { organizationId, id }: Pick<Signature, 'organizationId' | 'id'>,
  ): Promise<void> {
    const signature = await tx.findOneByOrFail(Signature, { id, organizationId });
    const data = { ...toSignatureWithSigners(signature, await signersOf(tx, signature)) };
    const cancelled = type === 'signature.cancelled' ? { deletedAt: signature.deletedAt!.toISOString() } : {};
    await this.events.publish(tx, { type, organizationId, data: { ...data, ...cancelled } });
  }
}
