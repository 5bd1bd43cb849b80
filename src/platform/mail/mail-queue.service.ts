import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobQueue } from '../jobs/job-queue.service.js';
import { type MailIds } from './mail-composer.port.js';
import { MailComposers } from './mail-composers.service.js';

export const MAIL_JOB = 'mail.send';

export interface NewMail {
  /** Of a registered composer. */
  kind: string;
  organizationId: number;
  ids: MailIds;
  /** Now by default. */
  runAt?: Date | { afterSeconds: number };
}

/** A queued mail. */
export type MailJobPayload = {
  mail: string;
  /** A UUID: the Message-ID and the outbox file of each attempt. */
  mailId: string;
  queuedAt: string;
  organizationId: number;
  ids: MailIds;
};

/** Where features ask for mails; each is written when it leaves. */
@Injectable()
export class MailQueue {
  constructor(
    private readonly jobs: JobQueue,
    private readonly composers: MailComposers,
  ) {}

  /** A lane for each organization, so that thousands of mails of one hold up nobody else's. */
  async enqueue(tx: EntityManager, { kind, organizationId, ids, runAt }: NewMail): Promise<void> {
    const payload: MailJobPayload = {
      mail: this.composers.get(kind).kind,
      mailId: randomUUID(),
      queuedAt: new Date().toISOString(),
      organizationId,
      ids,
    };
    await this.jobs.enqueue(tx, { kind: MAIL_JOB, lane: String(organizationId), payload, runAt });
  }
}
