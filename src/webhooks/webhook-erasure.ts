import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type DomainEventType } from '../platform/events/domain-events.js';
import { EventBus } from '../platform/events/event-bus.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { type Subject, type SubjectKind } from './domain/subject.js';
import { DELIVERIES } from './webhook.events.js';
import { eraseAnswers, eraseEvents } from './webhook-erasure.queries.js';

export const ERASE_ANSWERS_JOB = 'webhook.erase_answers';

export type EraseAnswersJobPayload = { organizationId: number; subject: Subject };

/** Longer than an attempt, which may have begun before the erasure and then records its answer after it. */
const AFTER_SECONDS = 300;

/** The kind of subject that is erased, by the event that reports the erasure. */
const ERASURES = new Map<DomainEventType, SubjectKind>([
  ['identity_verification.media_erased', 'identity_verification'],
  ['identity_verification.person_erased', 'identity_verification'],
  ['signature.data_erased', 'signature'],
]);

/**
 * When a person's data is erased, removes it from stored events and answers: the rows stay, with a tombstone. Waiting
 * deliveries, the feed and replays then carry the tombstone.
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
