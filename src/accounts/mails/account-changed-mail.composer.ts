import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findActivity } from '../../activity/activity.queries.js';
import { organizationName } from '../../organizations/organization.queries.js';
import { Settings } from '../../platform/config/settings.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { ACCOUNT_CHANGED_MAIL } from '../account-mail.kinds.js';
import { type AccountChangedIds } from '../account-notices.js';
import { type AccountChange, isAccountChange } from '../domain/account-change.js';

/** To the person whose account it is. */
interface AccountChangedModel extends MailModel {
  change: AccountChange;
  at: Date;
  /** The IP address; null if the operator of the service did it. */
  from: string | null;
  /** The address of the owner who did it; null if the person did it. */
  owner: string | null;
  /** Where the person can choose a new password, or undo the owner's change. */
  url: string;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'account-changed': AccountChangedModel;
  }
}

/** Reads the mail's content from the recorded event, so the queue holds no addresses or times. */
@Injectable()
export class AccountChangedMailComposer implements MailComposer<AccountChangedIds>, OnModuleInit {
  readonly kind = ACCOUNT_CHANGED_MAIL;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose({ number }: AccountChangedIds, organizationId: number): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const event = await findActivity(manager, organizationId, number);
    const to = event?.subjectEmail ?? event?.email;
    if (!event || !to || !isAccountChange(event.type)) return null;
    const owner = event.email === to ? null : event.email;
    const model = {
      organizationName: await organizationName(manager, organizationId),
      recipientName: null,
      change: event.type,
      at: new Date(event.createdAt),
      from: event.userId === null ? null : event.address,
      owner,
      url: `${this.settings.publicUrl}/dashboard/${owner === null ? 'forgotten-password' : 'account'}`,
    };
    return { to, template: 'account-changed', model };
  }
}
