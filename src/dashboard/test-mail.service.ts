import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { type MailModel } from '../platform/mail/mail-models.js';
import { type TestMailResult, TestMails } from '../platform/mail/test-mails.service.js';
import { type SignedIn } from './dashboard-session.queries.js';
import { actorOf } from './domain/actor-of.js';
import { countOneMore } from './hourly-count.queries.js';

/** To a member who tests whether mail works. */
interface TestMailModel extends MailModel {
  at: Date;
}

declare module '../platform/mail/mail-models.js' {
  interface MailModels {
    'test-mail': TestMailModel;
  }
}

/** How many an organization may send within an hour. */
export const TEST_MAILS_AN_HOUR = 10;

/** Sends members a mail of their own, and tells them what the mail server says. */
@Injectable()
export class OwnTestMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly mails: TestMails,
    private readonly activity: ActivityLog,
  ) {}

  /** Takes up to 20 seconds. @returns null after too many within the hour */
  async send(visit: SignedIn & { address: string }): Promise<TestMailResult | null> {
    const { organizationId, organizationName, email: to } = visit;
    const { manager } = this.dataSource;
    const sent = await countOneMore(manager, `test mails of organization:${organizationId}`);
    if (sent > TEST_MAILS_AN_HOUR) return null;
    const model = { organizationName, recipientName: null, at: await databaseTime(manager) };
    const message = { to, template: 'test-mail', model } as const;
    const result = await this.mails.send(organizationId, message);
    const data = { fault: result.fault };
    await this.transactions.run((tx) =>
      this.activity.record(tx, { ...actorOf(visit), type: 'test_mail_sent', data }),
    );
    return result;
  }
}
