import { Transactions } from '../../src/platform/database/transactions.js';
import { type DomainEvent, type DomainEventType } from '../../src/platform/events/domain-events.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { type SignaturePayload } from '../../src/signatures/signature-payload.mapper.js';
import { type SharedTestApp, type TestOrganization } from './app.js';

/** Publishes an event as a feature does, in a separate transaction. */
export async function publishEvent(
  { app }: SharedTestApp,
  { organizationId }: TestOrganization,
  type: DomainEventType = 'signature.completed',
  data: Partial<SignaturePayload> = { id: 7 },
): Promise<void> {
  const event = { type, organizationId, data } as DomainEvent;
  await app.get(Transactions).run((tx) => app.get(EventBus).publish(tx, event));
}
