import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Notifications } from '../platform/database/notifications.js';

const CHANNEL = 'countersign_accounts';

/** Gets the account's id, or null if changes may have been missed. */
export type AccountChangeListener = (accountId: number | null) => void;

/**
 * Notifies every process, after the commit, of accounts whose sessions ended or whose role or membership changed, so
 * it can check what those sessions have open. Messages can be lost.
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
