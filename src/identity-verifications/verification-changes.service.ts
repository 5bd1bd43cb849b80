import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Notifications } from '../platform/database/notifications.service.js';
import { type TransactionHook, Transactions } from '../platform/database/transactions.js';

const CHANNEL = 'countersign_verifications';

/** Gets the changed verification's id, or null if any may have changed unheard. */
export type VerificationChangeListener = (verificationId: number | null) => void;

/** Tells every process which verifications changed, once the change is committed. A message can be lost. */
@Injectable()
export class VerificationChanges implements OnModuleInit, TransactionHook {
  private readonly changed = new WeakMap<EntityManager, Set<number>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly notifications: Notifications,
  ) {}

  onModuleInit(): void {
    this.transactions.addHook(this);
  }

  /** For every change that can lead to another step of the session. `tx` is a transaction of `Transactions.run`. */
  mark(tx: EntityManager, verificationId: number): void {
    this.changed.set(tx, (this.changed.get(tx) ?? new Set()).add(verificationId));
  }

  afterCommit(tx: EntityManager): void {
    for (const id of this.changed.get(tx) ?? []) this.notifications.send(CHANNEL, String(id));
  }

  listen(listener: VerificationChangeListener): void {
    this.notifications.listen(CHANNEL, (id) => listener(id === null ? null : Number(id)));
  }
}
