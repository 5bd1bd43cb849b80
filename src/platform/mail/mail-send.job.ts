import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Settings } from '../config/settings.js';
import {
  type Job,
  type JobHandler,
  JobHandlerFor,
  type JobPace,
  type JobResult,
} from '../jobs/job-handler.js';
import { type MailComposer } from './mail-composer.port.js';
import { MailComposers } from './mail-composers.js';
import { faultCode } from './mail-fault.js';
import { MAIL_JOB, type MailJobPayload } from './mail-queue.js';
import { MailRecipients } from './mail-recipients.js';
import { headerText } from './mail-renderer.js';
import { MailSender } from './mail-sender.js';
import { MailLimitedError, MailRefusedError } from './mail-transport.port.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Seconds before attempts 2 to 8: soon for a temporary fault, then over half a day for a server that is down. */
const RETRY_DELAYS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR];

/**
 * Days for which a mail waits for a server that limits all mails, from its own first refusal on: as long as mail servers
 * wait for each other (RFC 5321 §4.5.4.1).
 */
const MOST_DAYS = 5;

/** Recorded where a mail would have been. */
export const WITHHELD = 'not sent: this organization is for tests, and the address is no member’s';

/** Composes a queued mail and hands it to the transport. */
@Injectable()
@JobHandlerFor()
export class MailSendJob implements JobHandler<MailJobPayload> {
  readonly kind = MAIL_JOB;
  readonly maxInflight = 4;
  /** More than the transport's connections, so that the next mails are composed while others are sent. */
  readonly maxInProcess = 8;
  readonly timeoutMs = 60_000;
  readonly maxAttempts = RETRY_DELAYS.length + 1;
  readonly pace: JobPace;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly recipients: MailRecipients,
    private readonly sender: MailSender,
    settings: Settings,
  ) {
    this.pace = { perMinute: settings.mailRatePerMinute };
  }

  retryAfterSeconds(attempt: number): number {
    return RETRY_DELAYS[attempt - 1] ?? RETRY_DELAYS.at(-1)!;
  }

  async run(job: Job<MailJobPayload>, signal: AbortSignal): Promise<JobResult> {
    const begunAt = performance.now();
    const { mail: kind, ids, organizationId, mailId, queuedAt } = job.payload;
    const composer = this.composers.get(kind);
    const message = await composer.compose(ids, organizationId);
    if (!message) return { outcome: 'done' };
    const { manager } = this.dataSource;
    if (!composer.invites && !(await this.recipients.mayReceive(manager, organizationId, message.to)))
      return { outcome: 'done', commit: async (tx) => composer.failed?.(tx, ids, WITHHELD, organizationId) };
    try {
      const reason = { organizationId, kind, ids };
      const mail = { ...reason, mailId, queuedAt: new Date(queuedAt), begunAt, waits: job.waits };
      const reply = await this.sender.send(message, mail, signal);
      return { outcome: 'done', commit: async (tx) => composer.accepted?.(tx, ids, reply, organizationId) };
    } catch (error) {
      signal.throwIfAborted();
      return this.failure(error, composer, job);
    }
  }

  async onExhausted(
    tx: EntityManager,
    { payload, attempt }: Job<MailJobPayload>,
    error: string,
  ): Promise<void> {
    const reason = `given up after ${attempt} attempts: ${error}`;
    await this.composers.get(payload.mail).failed?.(tx, payload.ids, reason, payload.organizationId);
  }

  private failure(
    error: unknown,
    composer: MailComposer,
    { payload, attempt, waitedSeconds = 0 }: Job<MailJobPayload>,
  ): JobResult {
    const fail = (fault: string, reason: string): JobResult => ({
      outcome: 'failed',
      error: fault,
      commit: async (tx) => composer.failed?.(tx, payload.ids, headerText(reason), payload.organizationId),
    });
    if (error instanceof MailRefusedError) return fail('refused', error.message);
    if (error instanceof MailLimitedError) {
      const fault = `${error.limit}: ${faultCode(error.cause)}`;
      return waitedSeconds < MOST_DAYS * DAY
        ? { outcome: 'waits', error: fault }
        : fail(fault, `given up after ${MOST_DAYS} days: ${error.message}`);
    }
    // The server's message may quote the address, so it is not stored.
    return { outcome: 'retry', afterSeconds: this.retryAfterSeconds(attempt), error: faultCode(error) };
  }
}
