import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type ActivityEntry, type Actor } from '../activity/domain/activity-event.js';
import { findReviewerShortage, type ReviewerShortage } from '../organizations/account.queries.js';
import { type Organization, type ReviewMails } from '../organizations/organization.entity.js';
import { getOrganization } from '../organizations/organization.queries.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { Transactions } from '../platform/database/transactions.js';

/** An organization's review settings. */
export type ReviewRuleSet = Pick<
  Organization,
  'reviewFourEyes' | 'reviewFaces' | 'reviewMails' | 'reviewMailbox'
>;

/** An organization's review rules. Each change is recorded in its activity log. */
@Injectable()
export class ReviewRules {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly organizations: OrganizationsService,
    private readonly activity: ActivityLog,
  ) {}

  /** @throws EntityNotFoundError */
  of(organizationId: number): Promise<ReviewRuleSet> {
    return getOrganization(this.dataSource.manager, organizationId);
  }

  /** The lack of reviewers that prevents the organization from deciding reviews on the dashboard; null if it can. */
  async shortage(organizationId: number): Promise<ReviewerShortage | null> {
    const { manager } = this.dataSource;
    return findReviewerShortage(manager, await getOrganization(manager, organizationId));
  }

  /** Sets whether two reviewers must agree. */
  setFourEyes(by: Actor, fourEyes: boolean): Promise<void> {
    return this.set({ ...by, type: 'four_eyes_set', data: { fourEyes } }, (tx) =>
      this.organizations.setFourEyes(tx, by.organizationId, fourEyes),
    );
  }

  /** Sets whether every face needs a human review before approval. */
  setFaces(by: Actor, faces: boolean): Promise<void> {
    return this.set({ ...by, type: 'review_faces_set', data: { faces } }, (tx) =>
      this.organizations.setReviewFaces(tx, by.organizationId, faces),
    );
  }

  /** Sets who gets the mails about reviews. `mailbox` and errors are as for `OrganizationsService.setReviewMails`. */
  setMails(by: Actor, mails: ReviewMails, mailbox: string): Promise<void> {
    return this.set({ ...by, type: 'review_mails_set', data: { mails } }, (tx) =>
      this.organizations.setReviewMails(tx, by.organizationId, mails, mailbox),
    );
  }

  private set(entry: ActivityEntry, work: (tx: EntityManager) => Promise<void>): Promise<void> {
    return this.transactions.run(async (tx) => {
      await work(tx);
      await this.activity.record(tx, entry);
    });
  }
}
