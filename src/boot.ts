import { join } from 'node:path';
import { Client } from 'pg';
import { type Settings } from './platform/config/settings.js';
import { StartError } from './platform/config/start-error.js';
import { isClockMoved } from './platform/database/database-time.js';
import { type KeeperEvents, startEmbeddedPostgres } from './platform/database/embedded-postgres.js';
import { migrate } from './platform/database/migrate.js';
import { DATA_VERSION } from './platform/processes/data-version.js';
import { outdated } from './platform/processes/outdated.js';
import { minimumVersionAt } from './platform/processes/process.queries.js';

const CONNECT_TIMEOUT_MS = 10_000;

export interface Database {
  url: string;
  /** The same database without a pooler, for work that needs its own session: migrations, backups, locks. */
  directUrl: string;
  /** Restarts the embedded server if it dies. `gaveUp` is called if that fails. */
  keepRunning(events: KeeperEvents): void;
  /** Stops the embedded server, unless another process uses it. Close the connections first. */
  stop(): Promise<void>;
}

/**
 * The configured database, or the embedded one in the data folder, migrated to the newest schema.
 * @throws StartError if it cannot be reached or started, demands a later version, or its clock was moved
 */
export async function openDatabase(settings: Settings): Promise<Database> {
  const database = await reachDatabase(settings);
  try {
    await assertUnderstood(database.directUrl);
    await migrate(database.directUrl);
    if (settings.production) await assertRealClock(database.directUrl);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** The same, without migrating it. @throws StartError if it cannot be reached or started */
export async function reachDatabase({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Settings): Promise<Database> {
  if (databaseUrl === undefined) return openEmbedded(join(dataDir, 'postgres'));
  const stays = { keepRunning: () => undefined, stop: async () => undefined };
  await tryConnection('DATABASE_URL', databaseUrl);
  if (databaseDirectUrl !== undefined) await tryConnection('DATABASE_DIRECT_URL', databaseDirectUrl);
  return { url: databaseUrl, directUrl: databaseDirectUrl ?? databaseUrl, ...stays };
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const postgres = await startEmbeddedPostgres({ dataDir }).catch((error: Error) => {
    throw new StartError(`The embedded PostgreSQL cannot be used. ${error.message}`);
  });
  return { ...postgres, directUrl: postgres.url };
}

/** Does not show the URL, which may contain a password. */
async function tryConnection(setting: string, url: string): Promise<void> {
  try {
    await withClient(url, (client) => client.query('select 1'));
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `${setting}: no connection to ${placeOf(url)} (${message || code}). Start PostgreSQL there, correct the URL, or unset it to use the embedded PostgreSQL.`,
    );
  }
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'an address that is not a URL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Before this release changes anything. */
async function assertUnderstood(url: string): Promise<void> {
  const minimum = await withClient(url, minimumVersionAt);
  if (minimum > DATA_VERSION) throw outdated(DATA_VERSION, minimum);
}

/** In production, a moved clock would expire or send the wrong things. */
async function assertRealClock(url: string): Promise<void> {
  if (await withClient(url, isClockMoved))
    throw new StartError(
      'The clock of this database was moved by a test; it cannot be used in production. Use another database.',
    );
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
