import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventBus } from '../platform/events/event-bus.js';
import { eraseNotes } from './review-note.queries.js';
import { eraseReasons } from './review-vote.queries.js';

/** Erases what reviewers wrote about a person when the person is erased. */
@Injectable()
export class ReviewErasure implements OnModuleInit {
  constructor(private readonly events: EventBus) {}

  onModuleInit(): void {
    this.events.listen(async (tx, { type, organizationId, data }) => {
      if (type !== 'identity_verification.person_erased') return;
      const ofCase = { organizationId, verificationId: data.id };
      await eraseNotes(tx, ofCase);
      await eraseReasons(tx, ofCase);
    });
  }
}
