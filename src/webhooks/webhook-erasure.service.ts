import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventBus } from '../platform/events/event-bus.service.js';
import { OrganizationChanges } from '../platform/events/organization-changes.service.js';
import { JobQueue } from '../platform/jobs/job-queue.service.js';
import { type DomainEventType } from '../platform/events/domain-events.js';
import { type Subject, type SubjectKind } from './domain/subject.js';
import { eraseAnswers, eraseEvents } from './webhook-erasure.queries.js';
import { DELIVERIES } from './webhook.events.js';

export const ERASE_ANSWERS_JOB = 'webhook.erase_answers';

export type EraseAnswersJobPayload = { organizationId: number; subject: Subject };

/** Longer than an attempt lasts, which may have begun before the erasure and records its answer after it. */
const AFTER_SECONDS = 300;

/** What is erased, by the events that tell of an erasure. */
const ERASURES = new Map<DomainEventType, SubjectKind>([
  ['identity_verification.media_erased', 'identity_verification'],
  ['identity_verification.person_erased', 'identity_verification'],
  ['signature.data_erased', 'signature'],
]);

/**
 * When a person's data is erased, takes it out of the events and answers that were stored: the rows stay, with a tombstone.
 * Deliveries that wait, the feed and replays then carry the tombstone.
 */
@Injectable()
export class WebhookErasure implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly jobs: JobQueue,
    private readonly changes: OrganizationChanges,
  ) {}

  onModuleInit(): void {
    this.events.listen(async (tx, { type, organizationId, data }) => {
      const kind = ERASURES.get(type);
      if (kind === undefined) return;
      const subject: Subject = { kind, id: data.id };
      await eraseEvents(tx, organizationId, subject);
      await eraseAnswers(tx, organizationId, subject);
      const payload: EraseAnswersJobPayload = { organizationId, subject };
      await this.jobs.enqueue(tx, {
        kind: ERASE_ANSWERS_JOB,
        payload,
        runAt: { afterSeconds: AFTER_SECONDS },
      });
      this.changes.mark(tx, organizationId, DELIVERIES);
    });
  }
}
