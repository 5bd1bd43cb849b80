import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog, type EventKey } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { findMember } from '../organizations/account.queries.js';
import { UsersService } from '../organizations/users.service.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { REVIEWER_CHANGED_MAIL } from './account-mail.kinds.js';

/** Stands for an address where an owner's invitation was accepted by another person. */
const BY_INVITATION = 'invitation';

interface Accepted {
  organizationId: number;
  userId: number;
  invitedByUserId: number;
}

/** Tells owners who reviews identities. */
@Injectable()
export class ReviewerNotices {
  constructor(
    private readonly users: UsersService,
    private readonly activity: ActivityLog,
    private readonly mails: MailQueue,
  ) {}

  /** Mails the recorded change to all owners but the one who made it. */
  async notifyOtherOwners(
    tx: EntityManager,
    { userId: doer }: Pick<Actor, 'userId'>,
    { organizationId, number }: EventKey,
  ): Promise<void> {
    for (const { id: userId } of await this.users.owners(tx, organizationId))
      if (userId !== doer)
        await this.mails.enqueue(tx, {
          kind: REVIEWER_CHANGED_MAIL,
          organizationId,
          ids: { number, userId },
        });
  }

  /** Records that a new member reviews, as done by the one who invited them, and mails it to the other owners. */
  async recordAccepted(
    tx: EntityManager,
    { organizationId, userId, invitedByUserId }: Accepted,
  ): Promise<void> {
    const member = await findMember(tx, organizationId, userId);
    if (!member?.isReviewer) return;
    const by = { organizationId, userId: invitedByUserId, address: BY_INVITATION };
    const subject = { kind: 'user', id: userId } as const;
    await this.notifyOtherOwners(
      tx,
      by,
      await this.activity.recordEvent(tx, { ...by, type: 'reviewer_added', subject }),
    );
  }
}
