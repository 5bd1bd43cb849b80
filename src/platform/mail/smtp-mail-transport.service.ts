import { type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type NodemailerError } from 'nodemailer';
import { MailRefusedError, MailTransport, type OutgoingMail } from './mail-transport.port.js';
import { toMime } from './mime.js';

const CONNECT_TIMEOUT_MS = 15_000;
/** Of silence; RFC 5321 §4.5.3.2 would wait minutes, but the job comes again. */
const SILENCE_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 4;
/** Steps at which a refusal is about this recipient or this message, not about how the service is set up. */
const FINAL_STEPS = new Set(['RCPT TO', 'DATA', 'API']);

/** Sends through the SMTP server of `SMTP_URL` over a few kept connections. */
export class SmtpMailTransport extends MailTransport implements OnApplicationShutdown {
  private readonly transport;

  constructor(url: string) {
    super();
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      // Whether a mail that was under way when the connection broke has left is unknown: only the job tries again.
      maxRequeues: 0,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    });
  }

  async send(mail: OutgoingMail, signal: AbortSignal): Promise<string> {
    try {
      const { response } = await this.transport.sendMail({ ...toMime(mail), signal });
      return response;
    } catch (error) {
      throw isFinal(error as NodemailerError)
        ? new MailRefusedError((error as NodemailerError).response ?? (error as Error).message)
        : error;
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

function isFinal({ code, command, permanent, responseCode }: NodemailerError): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return FINAL_STEPS.has(command ?? '') && (permanent === true || responseCode === undefined);
}
