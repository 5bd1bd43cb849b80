import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { invalid } from '../common/errors.js';
import { textProblem } from '../common/validation/clean-text.js';
import { isAcceptedEmail } from '../common/validation/email.decorator.js';
import { MAX_NAME } from '../common/validation/limits.js';
import { Organization, type ReviewMails } from './organization.entity.js';
import { UsersService } from './users.service.js';

export interface OrganizationInput {
  name: string;
  ownerEmail: string;
  /** Whether it is for tests, for good. */
  isTest?: boolean;
  /** The organization that it is for tests of. */
  testOf?: number;
}

export interface NewOrganization {
  organizationId: number;
  userId: number;
  /** Shown once; null if the owner already has an account, whose password stays. */
  ownerPassword: string | null;
}

@Injectable()
export class OrganizationsService {
  constructor(private readonly users: UsersService) {}

  /** Creates an organization and its owner. @throws AppError 400 for an empty name or an invalid address */
  async create(tx: EntityManager, input: OrganizationInput): Promise<NewOrganization> {
    const name = input.name.trim();
    const problem = textProblem('name', name, MAX_NAME);
    if (problem) throw invalid({ field: 'name', message: problem });
    const inserted = await tx.insert(Organization, {
      name,
      isTest: input.isTest ?? false,
      testOf: input.testOf ?? null,
    });
    const organizationId = (inserted.identifiers[0] as { id: number }).id;
    const owner = await this.users.create(tx, { organizationId, email: input.ownerEmail, role: 'owner' });
    return { organizationId, userId: owner.userId, ownerPassword: owner.password };
  }

  /** Sets whether two reviewers must agree. */
  async setFourEyes(tx: EntityManager, organizationId: number, reviewFourEyes: boolean): Promise<void> {
    await tx.update(Organization, { id: organizationId }, { reviewFourEyes });
  }

  /** Sets whether every face needs a human review before approval. */
  async setReviewFaces(tx: EntityManager, organizationId: number, reviewFaces: boolean): Promise<void> {
    await tx.update(Organization, { id: organizationId }, { reviewFaces });
  }

  /**
   * Sets who gets the mails about reviews.
   * @param mailbox - used only for `mailbox`
   * @throws AppError 400 for an invalid address
   */
  async setReviewMails(
    tx: EntityManager,
    organizationId: number,
    reviewMails: ReviewMails,
    mailbox: string,
  ): Promise<void> {
    const reviewMailbox = reviewMails === 'mailbox' ? mailbox.trim() : null;
    if (reviewMailbox !== null && !isAcceptedEmail(reviewMailbox))
      throw invalid({ field: 'mailbox', message: 'mailbox must be an email' });
    await tx.update(Organization, { id: organizationId }, { reviewMails, reviewMailbox });
  }

  /** Whether there are no organizations yet; the first run creates one. */
  async isEmpty(tx: EntityManager): Promise<boolean> {
    return !(await tx.exists(Organization));
  }
}
