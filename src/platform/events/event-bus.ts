import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type DomainEvent } from './domain-events.js';

export type DomainEventListener = (tx: EntityManager, event: DomainEvent) => Promise<void>;

/**
 * Lets features publish events without knowing the listeners. Listeners run inside the publisher's transaction and
 * only write rows. If one throws, the transaction rolls back, so an event is recorded together with its cause or not
 * at all.
 */
@Injectable()
export class EventBus {
  private readonly listeners: DomainEventListener[] = [];

  listen(listener: DomainEventListener): void {
    this.listeners.push(listener);
  }

  async publish(tx: EntityManager, event: DomainEvent): Promise<void> {
    for (const listener of this.listeners) await listener(tx, event);
  }
}
