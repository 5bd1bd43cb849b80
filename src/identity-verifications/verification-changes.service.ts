import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Notifications } from '../platform/database/notifications.service.js';

const CHANNEL = 'countersign_verifications';

/** Gets the changed verification's id, or null if any may have changed unheard. */
export type VerificationChangeListener = (verificationId: number | null) => void;

/** Tells every process which verifications changed, once the change is committed. A message can be lost. */
@Injectable()
export class VerificationChanges {
  constructor(private readonly notifications: Notifications) {}

  /** For every change that can lead to another step of the session. `tx` is a transaction of `Transactions.run`. */
  mark(tx: EntityManager, verificationId: number): void {
    this.notifications.sendAfterCommit(tx, CHANNEL, String(verificationId));
  }

  listen(listener: VerificationChangeListener): void {
    this.notifications.listen(CHANNEL, (id) => listener(id === null ? null : Number(id)));
  }
}
