import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseWatch } from '../database/database-watch.js';
import { beginMailDisruption, endMailDisruptions } from '../disruptions/disruption.queries.js';
import { JobPaces } from '../jobs/job-paces.js';
import { MailBrands } from './mail-brands.js';
import { mailFaultOf, reasonOf } from './mail-fault.js';
import { type MailMessage } from './mail-models.js';
import { MAIL_JOB } from './mail-queue.js';
import { headerText, MailRenderer } from './mail-renderer.js';
import { MailLimitedError, type MailReason, MailTransport } from './mail-transport.port.js';

/** A server that has limited us for this long without accepting anything counts as failing. */
const LONG_LIMITED_SECONDS = 300;

/** Details of a mail apart from its message. */
export interface SentMail extends MailReason {
  /** Becomes the local part of the Message-ID. */
  mailId: string;
  queuedAt: Date;
  /** By `performance.now()`: when it was this mail's turn; now by default. */
  begunAt?: number;
  /** How often it had to wait for its turn again. */
  waits?: number;
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
    private readonly paces: JobPaces,
  ) {}

  /** @returns the server's reply, on one line @throws as `MailTransport.send` */
  async send(message: MailMessage, mail: SentMail, signal: AbortSignal): Promise<string> {
    const brand = await this.brands.of(mail.organizationId);
    const rendered = this.renderer.render(message, mail.mailId, mail.queuedAt, brand);
    const begunAt = mail.begunAt ?? performance.now();
    let reply: string;
    try {
      reply = await this.transport.send(rendered, mail, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = reasonOf(error, message.to);
      if (error instanceof MailLimitedError) throw await this.limit(error, { ...mail, begunAt }, reason);
      // A single address can fail while the server works.
      if (mailFaultOf(error) !== 'refused') await this.noteFailure(mail, reason);
      throw error;
    }
    await this.note(endMailDisruptions(this.dataSource.manager));
    await this.note(this.paces.accepted(MAIL_JOB, performance.now() - begunAt));
    return headerText(reply);
  }

  /** Slows down all mails. @returns the transport's own error if only this mail is refused while others are accepted */
  private async limit(error: MailLimitedError, mail: SentMail, answer: string): Promise<Error> {
    const { limit } = error;
    const agoMs = performance.now() - mail.begunAt!;
    const { waits = 0 } = mail;
    const effect = await this.note(this.paces.refused(MAIL_JOB, { limit, answer, agoMs, waits }));
    if (effect?.isLone) return error.cause as Error;
    if (limit === 'quota' || (effect && effect.refusedSeconds >= LONG_LIMITED_SECONDS))
      await this.noteFailure(mail, answer);
    return error;
  }

  private async noteFailure({ organizationId }: SentMail, reason: string): Promise<void> {
    await this.note(beginMailDisruption(this.dataSource.manager, organizationId, reason));
  }

  /**
   * Never rejects: an accepted mail must not be sent again because this was not recorded. The next mail tries again.
   */
  private note<Result>(noting: Promise<Result>): Promise<Result | undefined> {
    return noting.catch((error: Error) => {
      if (!this.database.report(error)) this.logger.warn(`The state of mail was not recorded: ${error.name}`);
      return undefined;
    });
  }
}
