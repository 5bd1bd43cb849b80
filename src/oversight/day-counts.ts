import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type DomainEventType } from '../platform/events/domain-events.js';
import { EventBus } from '../platform/events/event-bus.js';
import { type Counted, countToday } from './day-count.queries.js';

const COUNTS: Readonly<Partial<Record<DomainEventType, Counted>>> = {
  'signature.created': 'sent',
  'signature.completed': 'completed',
  'identity_verification.completed': 'approved',
  'identity_verification.failed': 'notApproved',
};

/** Counts requests and verifications as they are sent and end, so a million rows never need counting. */
@Injectable()
export class DayCounts implements OnModuleInit {
  constructor(private readonly events: EventBus) {}

  onModuleInit(): void {
    this.events.listen(async (tx, { type, organizationId }) => {
      const what = COUNTS[type];
      if (what) await countToday(tx, organizationId, what);
    });
  }
}
