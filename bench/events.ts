import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { withDatabase } from '../scripts/with-database.js';
import { createApp } from '../src/configure-app.js';
import { migrate } from '../src/platform/database/migrate.js';
import { Transactions } from '../src/platform/database/transactions.js';
import { type DomainEvent } from '../src/platform/events/domain-events.js';
import { EventBus } from '../src/platform/events/event-bus.js';
import { PinoLogger } from '../src/platform/logging/pino-logger.js';
import { ProvisioningService } from '../src/provisioning/provisioning.service.js';
import { benchSettings } from './support/bench-settings.js';
import { chosenParts } from './support/parts.js';
import { count, printMachine, printTable } from './support/report.js';

// The cost of recording an event for the transaction that causes it, and how fast one reader gets through the feed.
// `-- --part=NAME` for one part.

const EVENTS = count('Events recorded in each round', 5_000, 300);
const ROUNDS = count('Rounds', 3, 1);
const KEPT = count('Events in the feed', 1_000_000, 20_000);
/** Takes fewer calls than a key can make in a minute. */
const READ = count('Events read', 500_000, 20_000);
const PAGE = 1_000;
/** On Linux; the unit of /proc/PID/stat. */
const TICKS_PER_SECOND = 100;

const DATA = {
  id: 12,
  status: 'completed',
  subject: 'Lease agreement',
  messageContent: 'Please read the lease and sign it until Friday.',
  signers: Array.from({ length: 3 }, (_, id) => ({
    id,
    email: `signer-${id}@example.com`,
    status: 'signed',
  })),
};

/** Milliseconds of processor time used by this process and the database's. */
async function processorTime(database: DataSource): Promise<number> {
  const { user, system } = process.cpuUsage();
  const backends = await database.query<{ pid: number }[]>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const ticks = backends.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return (user + system) / 1_000 + (ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND) * 1_000;
}

/** Milliseconds of processor time of a transaction, without and with an event of this organization. */
async function costOf(
  app: NestFastifyApplication,
  organizationId: number,
  publishes: boolean,
): Promise<number> {
  const [database, bus] = [app.get(DataSource), app.get(EventBus)];
  // A type that is not also counted in the organization's daily figures, which would take another statement.
  const event = { type: 'signature.rejected', organizationId, data: DATA } as unknown as DomainEvent;
  const before = await processorTime(database);
  for (let done = 0; done < EVENTS; done++)
    await app.get(Transactions).run(async (tx) => {
      await tx.query("update organizations set name = 'Acme' where id = $1", [organizationId]);
      if (publishes) await bus.publish(tx, event);
    });
  return ((await processorTime(database)) - before) / EVENTS;
}

async function addEndpoints(database: DataSource, organizationId: number, further: number): Promise<void> {
  await database.query(
    "update webhook_endpoints set url = 'https://example.com/' where organization_id = $1",
    [organizationId],
  );
  await database.query(
    `insert into webhook_endpoints (organization_id, url, events, secret_sealed)
     select organization_id, url, events, secret_sealed from webhook_endpoints, generate_series(1, $2)
     where organization_id = $1`,
    [organizationId, further],
  );
}

async function recording(app: NestFastifyApplication): Promise<void> {
  const database = app.get(DataSource);
  const organization = async (name: string) =>
    (await app.get(ProvisioningService).create({ name, ownerEmail: `${name}@example.com` })).organizationId;
  const cases = [
    { name: 'an event that no endpoint wants', id: await organization('none') },
    { name: 'with a delivery to one endpoint', id: await organization('one') },
    { name: 'with deliveries to five endpoints', id: await organization('five') },
  ];
  await database.query("update webhook_endpoints set events = '{}' where organization_id = $1", [
    cases[0]!.id,
  ]);
  await addEndpoints(database, cases[1]!.id, 0);
  await addEndpoints(database, cases[2]!.id, 4);
  const rows: string[][] = [];
  for (const { name, id } of cases) {
    const more: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await costOf(app, id, false);
      more.push((await costOf(app, id, true)) - bare);
    }
    rows.push([name, more.map((each) => each.toFixed(2)).join(', ')]);
  }
  printTable([`More processor time of a transaction with`, 'ms, each round'], rows);
}

const FILL = `
  insert into webhook_events (id, organization_id, era, xid, type, body, created_at)
  select id, $1, 1, '3', 'signature.completed',
    convert_to('{"webhookId":"' || id || '","event":"signature.completed","createdAt":"2026-01-01T00:00:00.000Z","organizationId":1,"data":'
      || $3 || '}', 'UTF8'), now()
  from generate_series(1, $2::integer), lateral (select gen_random_uuid() as id) as drawn`;

async function reading(app: NestFastifyApplication): Promise<void> {
  const url = await app.getUrl();
  const database = app.get(DataSource);
  const { organizationId, apiKey } = await app
    .get(ProvisioningService)
    .create({ name: 'reader', ownerEmail: 'reader@example.com' });
  await database.query(FILL, [organizationId, KEPT, JSON.stringify(DATA)]);
  await database.query('vacuum analyze webhook_events');
  let [after, read, calls] = ['', 0, 0];
  const started = performance.now();
  for (let hasMore = true; hasMore && read < READ; calls++) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(after && { after }) }).toString();
    const response = await fetch(`${url}/api/v1/events?${query}`, { headers: { 'x-api-key': apiKey } });
    if (response.status !== 200) throw new Error(`The feed answered ${response.status}.`);
    const page = (await response.json()) as { items: unknown[]; next: string; hasMore: boolean };
    ({ next: after, hasMore } = page);
    read += page.items.length;
  }
  const seconds = (performance.now() - started) / 1_000;
  if (read < READ) throw new Error(`${read} of ${READ} events were read.`);
  printTable(
    ['Feed of one reader', 'calls', 'events per second'],
    [[`${read} events`, String(calls), String(Math.round(read / seconds))]],
  );
}

const parts = chosenParts({ recording, feed: reading });

await withDatabase(async (url) => {
  await migrate(url);
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const settings = benchSettings(url, dataDir);
  const app = await createApp(settings, url, new PinoLogger(settings.logLevel));
  try {
    await app.listen(0, '127.0.0.1');
    printMachine();
    for (const [, part] of parts) await part(app);
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
