import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Notifications } from '../database/notifications.js';
import { type LiveTopic } from './live-topics.js';

const CHANNEL = 'countersign_organizations';

/** Receives an organization and the topic that changed there, or null if changes may have been missed. */
export type OrganizationChangeListener = (change: { organizationId: number; topic: string } | null) => void;

/**
 * Notifies every process which topics of an organization changed, once the change is committed. A message can be
 * lost.
 */
@Injectable()
export class OrganizationChanges {
  constructor(private readonly notifications: Notifications) {}

  /** To be called for every change that a page shows. `tx` is a transaction of `Transactions.run`. */
  mark(tx: EntityManager, organizationId: number, topic: LiveTopic): void {
    this.notifications.sendAfterCommit(tx, CHANNEL, `${organizationId}/${topic}`);
  }

  /** Topics arrive as text: another process may run another version. */
  listen(listener: OrganizationChangeListener): void {
    this.notifications.listen(CHANNEL, (message) => {
      const [organizationId, topic = ''] = message?.split('/') ?? [];
      listener(message === null ? null : { organizationId: Number(organizationId), topic });
    });
  }
}
