import 'reflect-metadata';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { withDatabase } from '../scripts/with-database.js';
import { dataSourceOptions } from '../src/platform/database/data-source-options.js';
import { loadMigrations } from '../src/platform/database/migrate.js';
import { count, printMachine, printTable } from './support/report.js';
import { ATTEMPTS } from './support/seed-deliveries.js';
import { seedSignatures } from './support/seed-signatures.js';

// How long each migration takes with many requests and deliveries, starting from the schema before deliveries
// recorded their subject. While one runs, nothing is served.

const SIGNATURES = count('Signatures', 1_000_000, 10_000);
const DELIVERIES = count('Deliveries', 1_000_000, 10_000);
/** The last migration before the measured ones. */
const FIRST_SCHEMA = 21;
/** Shorter ones are not listed. */
const LISTED_MS = 100;

const ENDPOINT_THEN = `
  insert into webhook_endpoints (organization_id, url, events, secret_sealed)
  values ($1, 'https://example.com/hooks', array['signature.completed'], 'sealed')`;

/** As recorded then; one in twenty failed. */
const DELIVERIES_THEN = `
  insert into webhook_deliveries (organization_id, webhook_id, event, body, status, attempts, failure_reason, created_at)
  select $1::bigint, gen_random_uuid(), event,
    convert_to('{"webhookId":"' || n || '","event":"' || event || '","createdAt":"2026-01-01T00:00:00.000Z","organizationId":'
      || $1::bigint || ',"data":{"id":' || n || ',"pad":"' || repeat('x', 600) || '"}}', 'UTF8'),
    case when failed then 'failed' else 'success' end, 1, case when failed then 'HTTP 500' end,
    now() - interval '1 year' * ($2 - n) / $2
  from (
    select n, random() < 0.05 as failed,
      (array['signature.created', 'signature.completed', 'signature.rejected', 'signature.expired'])[1 + n % 4] as event
    from generate_series(1, $2::bigint) n
  ) drawn`;

const numberOf = ({ name }: { name: string }) => Number(/\d+$/.exec(name)![0]) - 1_700_000_000_000;

async function seed(url: string): Promise<void> {
  const client = new Client({ connectionString: url, ...dataSourceOptions(url).extra });
  await client.connect();
  try {
    const plan = { smallOrganizations: 0, smallSignatures: 0, bigSignatures: SIGNATURES };
    const { big } = await seedSignatures(client, plan);
    await client.query('set session_replication_role = replica');
    await client.query(ENDPOINT_THEN, [big]);
    await client.query(DELIVERIES_THEN, [big, DELIVERIES]);
    await client.query(ATTEMPTS, [big]);
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

/** Runs the migrations up to a number, or all. @returns the duration of each, in milliseconds */
async function run(url: string, last = Infinity): Promise<{ name: string; ms: number }[]> {
  const all = (await loadMigrations()).filter((migration) => numberOf(migration) <= last);
  const times: { name: string; ms: number }[] = [];
  for (let known = 1; known <= all.length; known++) {
    const migrations = all.slice(0, known);
    const dataSource = await new DataSource({ ...dataSourceOptions(url), migrations }).initialize();
    const started = performance.now();
    const [done] = await dataSource.runMigrations();
    if (done) times.push({ name: done.name, ms: performance.now() - started });
    await dataSource.destroy();
  }
  return times;
}

await withDatabase(async (url) => {
  await run(url, FIRST_SCHEMA);
  await seed(url);
  const times = await run(url);
  printMachine();
  printTable(
    [`migration over ${SIGNATURES} requests and ${DELIVERIES} deliveries`, 'seconds'],
    times.filter(({ ms }) => ms >= LISTED_MS).map(({ name, ms }) => [name, (ms / 1_000).toFixed(1)]),
  );
});
