import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { hasActed } from '../activity/activity.queries.js';
import { ActivityLog, type EventKey } from '../activity/activity-log.js';
import { type ActivityEntry } from '../activity/domain/activity-event.js';
import { type Membership } from '../organizations/account.queries.js';
import { MailQueue } from '../platform/mail/mail-queue.js';
import { ACCOUNT_CHANGED_MAIL } from './account-mail.kinds.js';
import { type AccountChange } from './domain/account-change.js';

/** What was changed, by whom and from where. */
type Change = Omit<ActivityEntry, 'organizationId'> & { type: AccountChange };

/** The event that the mail reports; it belongs to the mail's organization. */
export type AccountChangedIds = { number: number };

/** Records changes to sign-in settings and mails the account's owner, since someone else may have made them. */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly activity: ActivityLog,
    private readonly mails: MailQueue,
  ) {}

  /**
   * Records the change in each of the account's organizations and sends one mail. The first link of an account sends
   * none: it sets the account up and changes nothing.
   */
  async record(
    tx: EntityManager,
    accountId: number,
    describe: (member: Membership) => Change,
  ): Promise<void> {
    const isInUse = await hasActed(tx, accountId);
    const [first] = await this.activity.recordEverywhere(tx, accountId, describe);
    if (first && isInUse) await this.notify(tx, first);
  }

  /** Records a change that concerns only one organization, and sends the mail. */
  async recordIn(tx: EntityManager, organizationId: number, change: Change): Promise<void> {
    await this.notify(tx, await this.activity.recordEvent(tx, { ...change, organizationId }));
  }

  private async notify(tx: EntityManager, { organizationId, number }: EventKey): Promise<void> {
    const ids: AccountChangedIds = { number };
    await this.mails.enqueue(tx, { kind: ACCOUNT_CHANGED_MAIL, organizationId, ids });
  }
}
