import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findActivity } from '../../activity/activity.queries.js';
import { findMember } from '../../organizations/account.queries.js';
import { organizationName } from '../../organizations/organization.queries.js';
import { Settings } from '../../platform/config/settings.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { REVIEWER_CHANGED_MAIL } from '../account-mail.kinds.js';

/** To the other owners. */
interface ReviewerChangedModel extends MailModel {
  change: 'added' | 'removed';
  member: string;
  /** The address of the owner who did it; null for the operator. */
  owner: string | null;
  at: Date;
  url: string;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'reviewer-changed': ReviewerChangedModel;
  }
}

/** The recorded event and the owner to tell. */
type ReviewerChangedIds = { number: number; userId: number };

/** Not sent to somebody who is no longer an owner. */
@Injectable()
export class ReviewerChangedMailComposer implements MailComposer<ReviewerChangedIds>, OnModuleInit {
  readonly kind = REVIEWER_CHANGED_MAIL;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose({ number, userId }: ReviewerChangedIds, organizationId: number): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const reader = await findMember(manager, organizationId, userId);
    const event = await findActivity(manager, organizationId, number);
    if (reader?.role !== 'owner' || !event?.subjectEmail) return null;
    const isAdded = event.type === 'reviewer_added' || event.data.to === 'reviewer';
    const model = {
      organizationName: await organizationName(manager, organizationId),
      recipientName: null,
      change: isAdded ? ('added' as const) : ('removed' as const),
      member: event.subjectEmail,
      owner: event.email,
      at: new Date(event.createdAt),
      url: `${this.settings.publicUrl}/dashboard/people`,
    };
    return { to: reader.email, template: 'reviewer-changed', model };
  }
}
