import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';

/** Something that happened to a resource, told inside the transaction that makes it true. */
export interface DomainEvent {
  /** As in the contract: `signature.created`. */
  type: string;
  organizationId: number;
  /** The resource as its GET shows it, less addresses, tokens and images. */
  data: Record<string, unknown>;
}

export type DomainEventListener = (tx: EntityManager, event: DomainEvent) => Promise<void>;

/**
 * How features tell of events without knowing who listens. Listeners run inside the caller's transaction and only
 * write rows: what they throw undoes the change, so an event is recorded with its cause or not at all.
 */
@Injectable()
export class DomainEvents {
  private readonly listeners: DomainEventListener[] = [];

  listen(listener: DomainEventListener): void {
    this.listeners.push(listener);
  }

  async publish(tx: EntityManager, event: DomainEvent): Promise<void> {
    for (const listener of this.listeners) await listener(tx, event);
  }
}
