import { join } from 'node:path';
import { Logger, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { MailBacklog } from './mail-backlog.js';
import { MailBrands } from './mail-brands.js';
import { MailComposers } from './mail-composers.js';
import { MailQueue } from './mail-queue.js';
import { MailRecipients } from './mail-recipients.js';
import { MailRenderer } from './mail-renderer.js';
import { MailSendJob } from './mail-send.job.js';
import { MailSender } from './mail-sender.js';
import { MailTokens } from './mail-tokens.js';
import { MailTransport } from './mail-transport.port.js';
import { OutboxMailTransport } from './outbox-mail-transport.js';
import { SmtpMailTransport } from './smtp-mail-transport.js';
import { TestMails } from './test-mails.js';

/** Mails over SMTP, or into `DATA_DIR/outbox` if no server is configured. */
@Module({
  imports: [JobsModule, TemplatesModule],
  providers: [
    MailBacklog,
    MailBrands,
    MailComposers,
    MailQueue,
    MailRecipients,
    MailRenderer,
    MailSender,
    MailSendJob,
    TestMails,
    { provide: MailTransport, inject: [Settings], useFactory: createTransport },
  ],
  exports: [
    MailBacklog,
    MailBrands,
    MailComposers,
    MailQueue,
    MailRecipients,
    MailRenderer,
    MailTransport,
    TestMails,
  ],
})
export class MailModule {}

function createTransport(settings: Settings): MailTransport {
  const { smtpUrl, smtpOAuth } = settings;
  if (smtpUrl !== undefined)
    return new SmtpMailTransport(smtpUrl, smtpOAuth && new MailTokens(smtpOAuth, settings));
  const folder = join(settings.dataDir, 'outbox');
  new Logger(MailModule.name).warn(`SMTP_URL is not set: emails are not sent but written to ${folder}`);
  return new OutboxMailTransport(folder);
}
