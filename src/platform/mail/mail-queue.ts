import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobQueue } from '../jobs/job-queue.js';
import { type MailIds } from './mail-composer.port.js';
import { MailComposers } from './mail-composers.js';

export const MAIL_JOB = 'mail.send';

export interface NewMail {
  /** The kind of a registered composer. */
  kind: string;
  organizationId: number;
  ids: MailIds;
  /** Whether it is one of many that were sent together: then it goes after all others. */
  isBulk?: boolean;
  /** Now by default. */
  runAt?: Date | { afterSeconds: number };
}

/** A queued mail. */
export type MailJobPayload = {
  mail: string;
  /** A UUID, used for the Message-ID and the outbox file of each attempt. */
  mailId: string;
  queuedAt: string;
  organizationId: number;
  ids: MailIds;
};

/** Enqueues mails, which are composed when they are sent. */
@Injectable()
export class MailQueue {
  constructor(
    private readonly jobs: JobQueue,
    private readonly composers: MailComposers,
  ) {}

  /** Each organization has its own lanes, so that thousands of mails of one do not delay those of the others. */
  async enqueue(tx: EntityManager, { kind, organizationId, ids, isBulk, runAt }: NewMail): Promise<void> {
    const composer = this.composers.get(kind);
    const payload: MailJobPayload = {
      mail: composer.kind,
      mailId: randomUUID(),
      queuedAt: new Date().toISOString(),
      organizationId,
      ids,
    };
    const rank = composer.isAwaited ? 'first' : isBulk ? 'last' : undefined;
    await this.jobs.enqueue(tx, { kind: MAIL_JOB, lane: String(organizationId), rank, payload, runAt });
  }
}
