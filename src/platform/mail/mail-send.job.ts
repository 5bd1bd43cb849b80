import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../jobs/job-handler.js';
import { type MailComposer } from './mail-composer.port.js';
import { MailComposers } from './mail-composers.js';
import { faultCode } from './mail-fault.js';
import { MAIL_JOB, type MailJobPayload } from './mail-queue.js';
import { MailRecipients } from './mail-recipients.js';
import { headerText } from './mail-renderer.js';
import { MailSender } from './mail-sender.js';
import { MailRefusedError } from './mail-transport.port.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds before attempts 2 to 8: soon for a temporary fault, then over half a day for a server that is down. */
const RETRY_DELAYS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR];

/** Recorded where a mail would have been. */
export const WITHHELD = 'not sent: this organization is for tests, and the address is no member’s';

/** Composes a queued mail and hands it to the transport. */
@Injectable()
@JobHandlerFor()
export class MailSendJob implements JobHandler<MailJobPayload> {
  readonly kind = MAIL_JOB;
  readonly maxInflight = 4;
  readonly timeoutMs = 60_000;
  readonly maxAttempts = RETRY_DELAYS.length + 1;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly recipients: MailRecipients,
    private readonly sender: MailSender,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return RETRY_DELAYS[attempt - 1] ?? RETRY_DELAYS.at(-1)!;
  }

  async run(job: Job<MailJobPayload>, signal: AbortSignal): Promise<JobResult> {
    const { mail: kind, ids, organizationId, mailId, queuedAt } = job.payload;
    const composer = this.composers.get(kind);
    const message = await composer.compose(ids, organizationId);
    if (!message) return { outcome: 'done' };
    const { manager } = this.dataSource;
    if (!composer.invites && !(await this.recipients.mayReceive(manager, organizationId, message.to)))
      return { outcome: 'done', commit: async (tx) => composer.failed?.(tx, ids, WITHHELD, organizationId) };
    try {
      const sent = { organizationId, kind, ids, mailId, queuedAt: new Date(queuedAt) };
      const reply = await this.sender.send(message, sent, signal);
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
    { payload, attempt }: Job<MailJobPayload>,
  ): JobResult {
    if (error instanceof MailRefusedError) {
      const reason = headerText(error.message);
      return {
        outcome: 'failed',
        error: 'refused',
        commit: async (tx) => composer.failed?.(tx, payload.ids, reason, payload.organizationId),
      };
    }
    // The server's message may quote the address, so it is not stored.
    return { outcome: 'retry', afterSeconds: this.retryAfterSeconds(attempt), error: faultCode(error) };
  }
}
