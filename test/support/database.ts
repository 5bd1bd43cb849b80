import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { SERVICE_ROLE } from '../../src/platform/database/embedded/service-role.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { allowWritingPastTriggers, superuserUrl } from './embedded-superuser.js';
import { PgBouncer } from './pgbouncer.js';
import { keepForWorker } from './runner/kept.js';

export interface TestDatabase {
  url: string;
  /** The same without the pooler, if this run uses one. */
  directUrl: string | undefined;
  /** The same for the server's superuser. */
  superuserUrl: string;
  /** Closes the remaining connections and drops the database. */
  drop(): Promise<void>;
  /** Moves the service's clock, for example by `25 hours`; several moves add up. */
  moveClock(interval: string): Promise<void>;
}

const TEMPLATE = 'countersign_template';
/** An arbitrary key for the advisory lock that lets only one of the run's workers create the template. */
const TEMPLATE_LOCK = 1;

interface TestServer {
  /** The address of any database, for the service's role. */
  url: string;
  /** The same for the superuser, who creates databases. */
  superuserUrl: string;
}

let server: Promise<TestServer> | undefined;
let pooler: Promise<PgBouncer> | undefined;

/** A database with the latest schema for one test file: a clone of a template that is migrated once per run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(TEMPLATE);
}

/** A database without a schema. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template0');

async function createDatabase(template: string): Promise<TestDatabase> {
  const { url: serverUrl, superuserUrl: adminUrl } = await (server ??= prepareServer());
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(adminUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${SERVICE_ROLE}`),
  );
  const url = urlOf(serverUrl, name);
  const pooler = await openPooler(serverUrl);
  return {
    url: pooler?.urlOf(url) ?? url,
    directUrl: pooler && url,
    superuserUrl: urlOf(adminUrl, name),
    drop: () =>
      withClient(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
    moveClock: (interval) =>
      withClient(url, (client) =>
        client.query('UPDATE app_clock SET clock_offset = clock_offset + $1::interval', [interval]),
      ),
  };
}

/** Attaches this worker to the run's server. The first worker starts it, and the run's guard stops it. */
async function prepareServer(): Promise<TestServer> {
  const dataDir = join(process.env.TEST_RUN_DIR!, 'postgres');
  const { url } = await startEmbeddedPostgres({ dataDir });
  const adminUrl = superuserUrl(url, dataDir);
  await withClient(adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount === 0) await makeTemplate(url, client);
  });
  return { url, superuserUrl: adminUrl };
}

/**
 * With `TEST_POOLER=pgbouncer` applications reach their databases through a pooler that this worker's tests share.
 */
async function openPooler(serverUrl: string): Promise<PgBouncer | undefined> {
  if (process.env.TEST_POOLER !== 'pgbouncer') return undefined;
  return (pooler ??= keepForWorker(
    () => PgBouncer.start(serverUrl),
    (each) => each.stop(),
  ));
}

/** A crash may lose a test's data, so the server need not wait for the disk. */
async function makeTemplate(url: string, client: Client): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  }
  await client.query('SELECT pg_reload_conf()');
  await allowWritingPastTriggers(client);
  const draft = `${TEMPLATE}_draft`;
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${draft} OWNER ${SERVICE_ROLE}`);
  await migrate(urlOf(url, draft));
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${TEMPLATE}`);
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
