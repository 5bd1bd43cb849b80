import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseWatch } from '../database/database-watch.js';
import { beginMailDisruption, endMailDisruptions } from '../disruptions/disruption.queries.js';
import { MailBrands } from './mail-brands.js';
import { mailFaultOf, reasonOf } from './mail-fault.js';
import { type MailMessage } from './mail-models.js';
import { headerText, MailRenderer } from './mail-renderer.js';
import { type MailReason, MailTransport } from './mail-transport.port.js';

/** Details of a mail apart from its message. */
export interface SentMail extends MailReason {
  /** Becomes the local part of the Message-ID. */
  mailId: string;
  queuedAt: Date;
}

/** Renders mails and hands them to the transport; records since when the mail server has been failing. */
@Injectable()
export class MailSender {
  private readonly logger = new Logger(MailSender.name);

  constructor(
    private readonly renderer: MailRenderer,
    private readonly transport: MailTransport,
    private readonly brands: MailBrands,
    private readonly dataSource: DataSource,
    private readonly database: DatabaseWatch,
  ) {}

  /** @returns the server's reply, on one line @throws as `MailTransport.send` */
  async send(message: MailMessage, mail: SentMail, signal: AbortSignal): Promise<string> {
    const brand = await this.brands.of(mail.organizationId);
    const rendered = this.renderer.render(message, mail.mailId, mail.queuedAt, brand);
    const { manager } = this.dataSource;
    try {
      const reply = await this.transport.send(rendered, mail, signal);
      await this.note(endMailDisruptions(manager));
      return headerText(reply);
    } catch (error) {
      // A single address can fail while the server works.
      if (!signal.aborted && mailFaultOf(error) !== 'refused')
        await this.note(beginMailDisruption(manager, mail.organizationId, reasonOf(error, message.to)));
      throw error;
    }
  }

  /**
   * Never rejects: an accepted mail must not be sent again because this was not recorded. The next mail tries again.
   */
  private async note(noting: Promise<void>): Promise<void> {
    await noting.catch((error: Error) => {
      if (!this.database.report(error)) this.logger.warn(`The state of mail was not recorded: ${error.name}`);
    });
  }
}
