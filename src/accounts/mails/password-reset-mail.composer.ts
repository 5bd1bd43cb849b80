import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountLinks } from '../../organizations/account-links.js';
import { organizationName } from '../../organizations/organization.queries.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { PASSWORD_RESET_MAIL } from '../account-mail.kinds.js';

/** To someone who has lost the password. */
interface PasswordResetModel extends MailModel {
  url: string;
  until: Date;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'password-reset': PasswordResetModel;
  }
}

export type PasswordResetMailIds = { linkId: number };

/** Once the mail is sent, only its reader has the link. */
@Injectable()
export class PasswordResetMailComposer implements MailComposer<PasswordResetMailIds>, OnModuleInit {
  readonly kind = PASSWORD_RESET_MAIL;
  readonly isAwaited = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly links: AccountLinks,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose({ linkId }: PasswordResetMailIds, organizationId: number): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const link = await this.links.forMail(manager, organizationId, linkId);
    if (!link) return null;
    const { email: to, url, until } = link;
    const name = await organizationName(manager, organizationId);
    const model = { organizationName: name, recipientName: null, url, until };
    return { to, template: 'password-reset', model };
  }

  accepted(tx: EntityManager, { linkId }: PasswordResetMailIds): Promise<void> {
    return this.links.forgetToken(tx, linkId);
  }

  failed(tx: EntityManager, { linkId }: PasswordResetMailIds): Promise<void> {
    return this.links.forgetToken(tx, linkId);
  }
}
