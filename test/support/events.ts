import { Transactions } from '../../src/platform/database/transactions.js';
import { DomainEvents } from '../../src/platform/events/domain-events.service.js';
import { type TestApp, type TestOrganization } from './app.js';

/** Tells of an event as a feature does, in a transaction of its own. */
export async function publishEvent(
  { app }: TestApp,
  { organizationId }: TestOrganization,
  type = 'signature.completed',
  data: object = { id: 7 },
): Promise<void> {
  await app
    .get(Transactions)
    .run((tx) => app.get(DomainEvents).publish(tx, { type, organizationId, data: { ...data } }));
}
