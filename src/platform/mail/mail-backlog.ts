import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { JobPaces } from '../jobs/job-paces.js';
import { JobQueue } from '../jobs/job-queue.js';
import { MAIL_JOB, type MailJobPayload } from './mail-queue.js';

/** Mails of an organization that were sent in bulk and that the mail server has not taken yet. */
export interface BulkMailBacklog {
  waiting: number;
  /** When the first of them was queued; null for none. */
  oldestQueuedAt: Date | null;
  /** Mails that may be sent within a minute; null for any number, or if the server's quota is used up. */
  perMinute: number | null;
  /** Since when the server's quota is used up; null if it is not. */
  quotaSince: Date | null;
}

/** What waits for the mail server. */
@Injectable()
export class MailBacklog {
  constructor(
    private readonly jobs: JobQueue,
    private readonly paces: JobPaces,
  ) {}

  async ofBulk(manager: EntityManager, organizationId: number): Promise<BulkMailBacklog> {
    const lane = { kind: MAIL_JOB, lane: String(organizationId), rank: 'last' } as const;
    const { count, first } = await this.jobs.backlog(manager, lane);
    const { perMinute, quotaSince } = await this.paces.state(MAIL_JOB, manager);
    return {
      waiting: count,
      oldestQueuedAt: first && new Date((first as MailJobPayload).queuedAt),
      perMinute: quotaSince === null ? perMinute : null,
      quotaSince,
    };
  }
}
