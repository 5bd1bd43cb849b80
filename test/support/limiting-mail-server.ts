import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A reply and the step at which a server gives it. */
export interface Reply {
  step: 'MAIL FROM' | 'DATA';
  code: number;
  message: string;
}

/** What servers say of mails that come too fast. */
export const TOO_FAST: readonly Reply[] = [
  { step: 'MAIL FROM', code: 421, message: '4.7.0 Try again later, closing connection' },
  { step: 'MAIL FROM', code: 450, message: '4.7.1 Error: too much mail from 127.0.0.1' },
  { step: 'MAIL FROM', code: 451, message: '4.7.1 Ratelimit "user" exceeded' },
  { step: 'MAIL FROM', code: 452, message: '4.4.5 Messages per second limit exceeded' },
  { step: 'DATA', code: 432, message: '4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded' },
  { step: 'DATA', code: 454, message: 'Throttling failure: Maximum sending rate exceeded' },
  { step: 'DATA', code: 421, message: '4.7.28 Our system has detected an unusual rate of mail' },
  { step: 'DATA', code: 550, message: 'Too many messages. Try again in 92 seconds' },
];
export const QUOTA: Reply = {
  step: 'DATA',
  code: 554,
  message: '5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException',
};

/** How a recipient is treated, besides the limits: once, or always. */
export type Treatment = 'greylisted' | 'always busy' | 'unknown' | 'answer lost';

interface Limits {
  /** Accepted mails within a window. */
  most: number;
  windowMs: number;
  /** A mail of so many is told that it comes too fast, although it does not. */
  every: number;
}

/** A real SMTP server on localhost that limits its clients as providers do, and counts what it accepts. */
export class LimitingMailServer {
  /** How often each address was accepted. */
  readonly accepted = new Map<string, number>();
  /** Replies by code. */
  readonly refusals = new Map<string, number>();
  /** When mails were accepted, by `performance.now()`. */
  readonly acceptedAt: number[] = [];
  readonly treatments = new Map<string, Treatment>();
  /** When each address was first accepted. */
  readonly firstAt = new Map<string, number>();
  quotaIsUsedUp = false;
  private transactions = 0;
  private replies = 0;
  private readonly planned = new Map<string, Reply>();

  private constructor(
    private readonly server: SMTPServer,
    private readonly limits: Limits,
  ) {}

  static async start(limits: Limits): Promise<LimitingMailServer> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
    });
    const limiting = new LimitingMailServer(server, limits);
    server.onMailFrom = (_address, session, callback) => callback(limiting.answerSender(session));
    server.onRcptTo = ({ address }, _session, callback) => callback(limiting.answerRecipient(address));
    server.onData = (stream, session, callback) => {
      void buffer(stream).then(() => limiting.take(session, callback), callback);
    };
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return limiting;
  }

  /** The value for SMTP_URL. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  /** The most mails accepted within a window of time. */
  mostWithin(windowMs: number): number {
    let from = 0;
    return this.acceptedAt.reduce((most, at, index) => {
      while (this.acceptedAt[from]! <= at - windowMs) from++;
      return Math.max(most, index - from + 1);
    }, 0);
  }

  private answerSender(session: SMTPServerSession): Error | undefined {
    this.transactions++;
    const { most, windowMs, every } = this.limits;
    const now = performance.now();
    const lately = this.acceptedAt.slice(-most).filter((at) => at > now - windowMs).length;
    const isOver = lately >= most || this.transactions % every === 0;
    const reply = this.quotaIsUsedUp
      ? QUOTA
      : isOver
        ? TOO_FAST[this.replies++ % TOO_FAST.length]!
        : undefined;
    if (reply) this.planned.set(session.id, reply);
    else this.planned.delete(session.id);
    return reply?.step === 'MAIL FROM' ? this.refuse(reply) : undefined;
  }

  private answerRecipient(address: string): Error | undefined {
    const treatment = this.treatments.get(address);
    if (treatment === 'unknown') return this.refuse({ code: 550, message: '5.1.1 User unknown' });
    if (treatment === 'always busy') return this.refuse({ code: 450, message: '4.2.1 mailbox busy' });
    if (treatment !== 'greylisted') return undefined;
    this.treatments.delete(address);
    return this.refuse({ code: 451, message: '4.7.1 Greylisting in action, please come back later' });
  }

  private take(session: SMTPServerSession, callback: (error?: Error) => void): void {
    const reply = this.planned.get(session.id);
    if (reply) return callback(this.refuse(reply));
    const { address } = session.envelope.rcptTo[0]!;
    this.accepted.set(address, (this.accepted.get(address) ?? 0) + 1);
    const now = performance.now();
    this.acceptedAt.push(now);
    if (!this.firstAt.has(address)) this.firstAt.set(address, now);
    if (this.treatments.get(address) !== 'answer lost') return callback();
    this.treatments.delete(address);
    this.cut(session);
  }

  private refuse({ code, message }: Omit<Reply, 'step'>): Error {
    this.refusals.set(String(code), (this.refusals.get(String(code)) ?? 0) + 1);
    return Object.assign(new Error(message), { responseCode: code });
  }

  /** Ends the connection without an answer. */
  private cut({ id }: SMTPServerSession): void {
    const { connections } = this.server as unknown as {
      connections: Set<{ id: string; _socket: { destroy(): void } }>;
    };
    for (const connection of connections) if (connection.id === id) connection._socket.destroy();
  }
}
