import { type PoolClient } from 'pg';
import { type PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type DomainEvent } from '../../src/platform/events/domain-events.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { type SharedTestApp, sharedTestApp } from '../support/app.js';

const FURTHER = `
  insert into webhook_endpoints (organization_id, label, url, events, secret_sealed)
  select organization_id, 'endpoint ' || n, url, events, secret_sealed from webhook_endpoints, generate_series(1, $2) n
  where organization_id = $1`;
const DELIVERIES = 'select count(*)::integer as count from webhook_deliveries where organization_id = $1';

/** The other types also count towards the organization's daily figures, with their own statement. */
const UNCOUNTED = 'signature.rejected';

describe('recording an event', () => {
  let test: SharedTestApp;

  beforeAll(async () => {
    test = await sharedTestApp();
  });

  /** The statements of a transaction that publishes `count` events, between its begin and commit. */
  async function statementsOf(organizationId: number, count: number): Promise<string[]> {
    const event = { type: UNCOUNTED, organizationId, data: { id: 1 } } as DomainEvent;
    const statements: string[] = [];
    let client: PoolClient | undefined;
    try {
      await test.app.get(Transactions).run(async (tx) => {
        client = (await (tx.queryRunner as PostgresQueryRunner).connect()) as PoolClient;
        const query = client.query.bind(client) as (...args: unknown[]) => unknown;
        const listening = (...args: [string | { name: string }, ...unknown[]]) => {
          statements.push(typeof args[0] === 'string' ? args[0] : args[0].name);
          return query(...args);
        };
        Object.assign(client, { query: listening });
        for (let published = 0; published < count; published++)
          await test.app.get(EventBus).publish(tx, event);
      });
    } finally {
      Reflect.deleteProperty(client!, 'query');
    }
    return statements.slice(0, statements.indexOf('COMMIT'));
  }

  it.each([
    { endpoints: 0, events: 1, statements: ['webhooks-record'] },
    { endpoints: 1, events: 1, statements: ['webhooks-record', 'jobs-enqueue'] },
    { endpoints: 5, events: 1, statements: ['webhooks-record', 'jobs-enqueue'] },
    { endpoints: 5, events: 2, statements: ['webhooks-record', 'webhooks-record', 'jobs-enqueue'] },
  ])(
    'takes at most two statements ($endpoints endpoints, $events events)',
    async ({ endpoints, events, statements }) => {
      const { organizationId } = await test.createOrganization();
      // Nothing answers there.
      const url = endpoints === 0 ? null : 'https://127.0.0.1:1/';
      await test.dataSource.query(
        `update webhook_endpoints set url = $2, paused = false, disabled = $3 where organization_id = $1`,
        [organizationId, url, endpoints === 0],
      );
      await test.dataSource.query(FURTHER, [organizationId, endpoints - 1]);
      expect(await statementsOf(organizationId, events)).toEqual(statements);
      const [row] = await test.dataSource.query<[{ count: number }]>(DELIVERIES, [organizationId]);
      expect(row.count).toBe(endpoints * events);
    },
  );
});
