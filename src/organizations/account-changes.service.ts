import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Notifications } from '../platform/database/notifications.service.js';

const CHANNEL = 'countersign_accounts';

/** Gets the account's id, or null if any may have changed unheard. */
export type AccountChangeListener = (accountId: number | null) => void;

/**
 * Tells every process whose sessions ended, or whose role or membership changed, once that is committed: what such a
 * session has open is to be looked at again. A message can be lost.
 */
@Injectable()
export class AccountChanges {
  constructor(private readonly notifications: Notifications) {}

  /** `tx` is a transaction of `Transactions.run`. */
  mark(tx: EntityManager, accountId: number): void {
    this.notifications.sendAfterCommit(tx, CHANNEL, String(accountId));
  }

  listen(listener: AccountChangeListener): void {
    this.notifications.listen(CHANNEL, (id) => listener(id === null ? null : Number(id)));
  }
}
