import { type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type NodemailerError } from 'nodemailer';
import { mailLimitOf } from './mail-limit.js';
import { type MailTokens } from './mail-tokens.js';
import {
  MailLimitedError,
  type MailReason,
  MailRefusedError,
  MailTransport,
  type OutgoingMail,
} from './mail-transport.port.js';
import { toMime } from './mime.js';

const CONNECT_TIMEOUT_MS = 15_000;
/** Limit without a reply. RFC 5321 §4.5.3.2 recommends minutes, but the job is retried anyway. */
const SILENCE_TIMEOUT_MS = 30_000;
/** Exchange Online allows a mailbox this many at once. */
const MAX_CONNECTIONS = 3;
/** Steps at which a refusal concerns the recipient or the message rather than the service's configuration. */
const FINAL_STEPS = new Set(['RCPT TO', 'DATA', 'API']);

/** Sends through the SMTP server of `SMTP_URL` over a few pooled connections. */
export class SmtpMailTransport extends MailTransport implements OnApplicationShutdown {
  private readonly transport;
  private readonly options;

  /** @param tokens - used to sign in instead of a password; encryption is then required */
  constructor(
    url: string,
    private readonly tokens?: MailTokens,
  ) {
    super();
    this.options = {
      url,
      ...(tokens && { auth: signInWith(tokens, url), requireTLS: true, forceAuth: true }),
      dnsTimeout: CONNECT_TIMEOUT_MS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    };
    this.transport = createTransport({
      ...this.options,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      // If the connection breaks, it is unknown whether the mail was sent, so only the job retries.
      maxRequeues: 0,
    });
  }

  async send(mail: OutgoingMail, _reason: MailReason, signal: AbortSignal): Promise<string> {
    try {
      const { response } = await this.transport.sendMail({ ...toMime(mail), signal });
      return response;
    } catch (error) {
      throw refusalOf(error as NodemailerError);
    }
  }

  /** Signs in if the address has a user name, even where the server offers no sign-in and would take mails without. */
  async tryOut(): Promise<void> {
    const forceAuth = new URL(this.options.url).username !== '';
    const once = createTransport({ ...this.options, forceAuth });
    try {
      await once.verify();
    } finally {
      once.close();
    }
  }

  /** Mails accepted by the server are not stored here. */
  erase(): Promise<void> {
    return Promise.resolve();
  }

  async onApplicationShutdown(): Promise<void> {
    this.transport.close();
    await this.tokens?.close();
  }
}

/** Provides tokens in the way nodemailer requests them: a new one if `renew`. */
function signInWith(tokens: MailTokens, url: string) {
  return {
    type: 'OAuth2' as const,
    user: decodeURIComponent(new URL(url).username),
    provisionCallback: (
      _user: string,
      renew: boolean,
      done: (error: Error | null, accessToken?: string, expires?: number) => void,
    ) => {
      tokens.get(renew).then(
        ({ accessToken, expires }) => done(null, accessToken, expires),
        (error: Error) => done(error),
      );
    },
  };
}

/** The error that says what the server meant, or the same one. */
function refusalOf(error: NodemailerError): Error {
  const limit = mailLimitOf(error);
  if (limit === 'recipient') return error;
  if (limit) return new MailLimitedError(limit, error.response!, error);
  return isFinal(error) ? new MailRefusedError(error.response ?? error.message) : error;
}

function isFinal({ code, command, permanent, responseCode }: NodemailerError): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return FINAL_STEPS.has(command ?? '') && (permanent === true || responseCode === undefined);
}
