import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Notifications } from '../platform/database/notifications.js';

const CHANNEL = 'countersign_verifications';

/** Gets the changed verification's id, or null if changes may have been missed. */
export type VerificationChangeListener = (verificationId: number | null) => void;

/** Notifies every process of changed verifications after the commit. Messages can be lost. */
@Injectable()
export class VerificationChanges {
  constructor(private readonly notifications: Notifications) {}

  /** Call it for every change that can lead to another step of the session, with a `tx` of `Transactions.run`. */
  mark(tx: EntityManager, verificationId: number): void {
    this.notifications.sendAfterCommit(tx, CHANNEL, String(verificationId));
  }

  listen(listener: VerificationChangeListener): void {
    this.notifications.listen(CHANNEL, (id) => listener(id === null ? null : Number(id)));
  }
}
