import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { databaseTime } from '../platform/database/database-time.js';
import { countOneMore } from '../platform/limits/hourly-count.queries.js';
import { type MailModel } from '../platform/mail/mail-models.js';
import { type TestMailResult, TestMails } from '../platform/mail/test-mails.js';

/** To a member who tests whether mail works. */
interface TestMailModel extends MailModel {
  at: Date;
}

declare module '../platform/mail/mail-models.js' {
  interface MailModels {
    'test-mail': TestMailModel;
  }
}

/** Test mails allowed per organization and hour. */
export const TEST_MAILS_AN_HOUR = 10;

/** The member who gets the mail. */
interface Recipient {
  organizationName: string;
  email: string;
}

/** Sends members a test mail, and shows them the mail server's reply. */
@Injectable()
export class OwnTestMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: TestMails,
    private readonly activity: ActivityLog,
  ) {}

  /** Takes up to 20 seconds. @returns null if there were too many within the hour */
  async send(by: Actor, { organizationName, email: to }: Recipient): Promise<TestMailResult | null> {
    const { organizationId } = by;
    const { manager } = this.dataSource;
    const sent = await countOneMore(manager, `test mails of organization:${organizationId}`);
    if (sent > TEST_MAILS_AN_HOUR) return null;
    const model = { organizationName, recipientName: null, at: await databaseTime(manager) };
    const message = { to, template: 'test-mail', model } as const;
    const result = await this.mails.send(organizationId, message);
    const data = { fault: result.fault };
    await this.activity.recordAlone({ ...by, type: 'test_mail_sent', data });
    return result;
  }
}
