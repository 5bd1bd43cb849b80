import { EventEmitter, once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { within } from '../../src/common/within.js';
import { patience } from './patience.js';

export interface ReceivedMail extends ParsedMail {
  /** The recipients of the envelope. */
  recipients: string[];
  raw: Buffer;
}

/**
 * How the server refuses a recipient: with a reply such as `{ code: 550, message: 'no such user' }`, or with silence.
 */
export type Refusal = { code: number; message: string } | 'silence';

const DEADLINE_MS = 50_000;
/** A code alone on its line. */
export const ONE_TIME_CODE = /^\s*(\d{6})\s*$/m;
const SIGNING_LINK = /https?:\/\/\S+\/sign\/[0-9a-f]{64}/;

/** A real SMTP server on localhost that keeps every mail it accepts, and refuses recipients on demand. */
export class Mailbox {
  readonly mails: ReceivedMail[] = [];
  /** Refusals of the next attempts, in order, by envelope recipient. */
  private readonly refusals = new Map<string, Refusal[]>();
  private readonly arrivals = new EventEmitter();
  private outage: Error | undefined;

  private constructor(
    private readonly server: SMTPServer,
    private readonly credentials: string,
  ) {
    // Every test or journey under way may wait at once.
    this.arrivals.setMaxListeners(0);
  }

  /** @param account - the only one from which it accepts mails; by default it needs no sign-in */
  static async start(account?: { user: string; password: string }): Promise<Mailbox> {
    const server = new SMTPServer({
      authOptional: account === undefined,
      allowInsecureAuth: true,
      disabledCommands: account ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
      logger: false,
    });
    const mailbox = new Mailbox(server, account ? `${account.user}:${account.password}@` : '');
    server.onAuth = ({ username, password }, _session, callback) =>
      username === account?.user && password === account?.password
        ? callback(null, { user: username })
        : callback(new Error('Wrong password'));
    server.onMailFrom = (_address, _session, callback) => callback(mailbox.outage);
    server.onRcptTo = ({ address }, _session, callback) => mailbox.answerRecipient(address, callback);
    server.onData = (stream, session, callback) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      void buffer(stream)
        .then((raw) => mailbox.take(raw, recipients))
        .then(() => callback(), callback);
    };
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return mailbox;
  }

  /** The value for SMTP_URL. */
  get url(): string {
    return `smtp://${this.credentials}127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Refuses the recipient once for each refusal, then accepts its mail. */
  refuse(recipient: string, ...refusals: Refusal[]): void {
    this.refusals.set(recipient, refusals);
  }

  /** Refuses all mails, to any recipient, until called without a reply. */
  refuseAll(reply?: { code: number; message: string }): void {
    this.outage = reply && Object.assign(new Error(reply.message), { responseCode: reply.code });
  }

  /** Waits for the first mail that matches. Rejects after `longestMs`, by default 25 seconds. */
  async waitFor(
    matches: (mail: ReceivedMail) => boolean,
    longestMs = patience(DEADLINE_MS),
  ): Promise<ReceivedMail> {
    return within(longestMs, async (signal) => {
      for (;;) {
        const found = this.mails.find(matches);
        if (found) return found;
        await once(this.arrivals, 'mail', { signal });
      }
    });
  }

  /** Waits for the first mail to the address whose subject matches. */
  waitForMailTo(address: string, subject: RegExp = /./): Promise<ReceivedMail> {
    return this.waitFor((mail) => mail.recipients.includes(address) && subject.test(mail.subject ?? ''));
  }

  /** Waits for the first six-digit code mailed to the address. */
  waitForCode(address: string): Promise<string> {
    return this.waitForWords(address, ONE_TIME_CODE);
  }

  /** Waits for the first signing link mailed to the address. */
  waitForSigningLink(address: string, longestMs?: number): Promise<string> {
    return this.waitForWords(address, SIGNING_LINK, longestMs);
  }

  private async waitForWords(address: string, words: RegExp, longestMs?: number): Promise<string> {
    const find = ({ text }: ReceivedMail) => words.exec(text ?? '');
    const isWanted = (mail: ReceivedMail) => mail.recipients.includes(address) && find(mail) !== null;
    const mail = await this.waitFor(isWanted, longestMs);
    const [whole, part = whole] = find(mail)!;
    return part;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private answerRecipient(address: string, callback: (error?: Error) => void): void {
    const refusal = this.refusals.get(address)?.shift();
    if (refusal === 'silence') return;
    callback(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
  }

  private async take(raw: Buffer, recipients: string[]): Promise<void> {
    this.mails.push({ ...(await simpleParser(raw)), recipients, raw });
    this.arrivals.emit('mail');
  }
}
