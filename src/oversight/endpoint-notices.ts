import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventBus } from '../platform/events/event-bus.js';
import { ENDPOINT_HELD_MAIL, ENDPOINT_RELEASED_MAIL } from './owner-mail.kinds.js';
import { OwnerMails } from './owner-mails.js';

/** Notifies owners when an endpoint is held or released, in the same transaction as the change. */
@Injectable()
export class EndpointNotices implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly mails: OwnerMails,
  ) {}

  onModuleInit(): void {
    this.events.listen(async (tx, { type, organizationId, data }) => {
      if (type === 'webhook_endpoint.held') {
        const { id: endpointId, since } = data;
        await this.mails.enqueue(tx, ENDPOINT_HELD_MAIL, organizationId, { endpointId, since });
      }
      if (type === 'webhook_endpoint.released') {
        const { id: endpointId, ...facts } = data;
        await this.mails.enqueue(tx, ENDPOINT_RELEASED_MAIL, organizationId, { ...facts, endpointId });
      }
    });
  }
}
