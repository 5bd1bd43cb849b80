import { type MailAttachment } from './mail-models.js';

/** An address with the name to show, both free of control characters. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A rendered mail. */
export interface OutgoingMail {
  /** Without angle brackets; the same on each attempt, so that receivers can tell a repetition. */
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments?: MailAttachment[];
  /** When the mail was queued. */
  queuedAt: Date;
}

/** What takes the mails away: an SMTP server, or the outbox folder. */
export abstract class MailTransport {
  /**
   * Answers the server's words when it has taken the mail.
   * @throws MailRefusedError where another attempt would be refused too; any other error may pass
   */
  abstract send(mail: OutgoingMail, signal: AbortSignal): Promise<string>;
}

/** The mail was refused for good; `message` is the server's reply. */
export class MailRefusedError extends Error {}
