import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MailRecipients } from '../platform/mail/mail-recipients.js';
import { findUserByEmail } from './account.queries.js';
import { getOrganization } from './organization.queries.js';

/** Keeps the mails of organizations for tests among their members. */
@Injectable()
export class TestRecipients implements OnModuleInit {
  constructor(private readonly recipients: MailRecipients) {}

  onModuleInit(): void {
    this.recipients.register(async (manager, organizationId, address) => {
      const { isTest } = await getOrganization(manager, organizationId);
      return !isTest || (await findUserByEmail(manager, organizationId, address)) !== null;
    });
  }
}
