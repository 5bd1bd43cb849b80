import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { within } from '../../common/within.js';
import { type MailFault, mailFaultOf, serverAnswer } from './mail-fault.js';
import { type MailMessage } from './mail-models.js';
import { headerText } from './mail-renderer.js';
import { MailSender } from './mail-sender.js';

const TIMEOUT_MS = 20_000;

/** The outcome of a test mail. */
export interface TestMailResult {
  /** Null if the server accepted the mail. */
  fault: MailFault | null;
  /** The server's own message; null if there was none. */
  answer: string | null;
}

/** Sends a mail at once, for a member who waits for the server's reply. */
@Injectable()
export class TestMails {
  constructor(private readonly sender: MailSender) {}

  async send(organizationId: number, message: MailMessage): Promise<TestMailResult> {
    const mail = {
      organizationId,
      kind: message.template,
      ids: {},
      mailId: randomUUID(),
      queuedAt: new Date(),
    };
    return within(TIMEOUT_MS, async (signal) => {
      try {
        return { fault: null, answer: await this.sender.send(message, mail, signal) };
      } catch (error) {
        if (signal.aborted) return { fault: 'silence', answer: null };
        const answer = serverAnswer(error);
        return { fault: mailFaultOf(error), answer: answer === null ? null : headerText(answer) };
      }
    });
  }
}
