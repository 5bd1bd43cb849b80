import { type MailIds } from './mail-composer.port.js';
import { type MailAttachment } from './mail-models.js';

/** An address with its display name, both without control characters. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A rendered mail. */
export interface OutgoingMail {
  /** Without angle brackets. The same for each attempt, so that receivers can recognize a repetition. */
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
  subject: string;
  html: string;
  text: string;
  attachments?: MailAttachment[];
  /** When the mail was queued. */
  queuedAt: Date;
}

/** Why a mail was sent. */
export interface MailReason {
  organizationId: number;
  kind: string;
  /** Ids of the rows that it was composed from. */
  ids: MailIds;
}

/** Sends mails: to an SMTP server, or to the outbox folder. */
export abstract class MailTransport {
  /**
   * Sends a mail.
   * @returns the server's reply
   * @throws MailRefusedError if another attempt would be refused too
   * @throws MailLimitedError if any mail would be refused now; any other error may be temporary
   */
  abstract send(mail: OutgoingMail, reason: MailReason, signal: AbortSignal): Promise<string>;

  /** Connects and signs in without sending anything. @throws Error with the server's message, if there was one */
  abstract tryOut(): Promise<void>;

  /** Deletes stored copies of an organization's mails. */
  abstract erase(organizationId: number, isMeant: (reason: MailReason) => boolean): Promise<void>;
}

/** The mail was refused permanently; `message` is the server's reply. */
export class MailRefusedError extends Error {}

/**
 * The server refuses mails because of how fast they come, or because its quota is used up; `message` is its reply, and
 * `cause` the transport's error.
 */
export class MailLimitedError extends Error {
  constructor(
    readonly limit: 'pace' | 'quota',
    message: string,
    cause: Error,
  ) {
    super(message, { cause });
  }
}
