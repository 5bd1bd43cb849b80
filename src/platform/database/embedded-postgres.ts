import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import {
  ensureCluster,
  makeFolderFor,
  readPassword,
  type ServerHome,
  SUPERUSER,
} from './embedded/cluster.js';
import { Keeper, type KeeperEvents } from './embedded/keeper.js';
import { findFreePort, findPostmaster, startPostmaster, stopPostmaster } from './embedded/postmaster.js';
import { chooseServerAccount } from './embedded/server-account.js';
import { findServerBinaries } from './embedded/server-binaries.js';
import { ensureServiceRole, SERVICE_ROLE, servicePassword } from './embedded/service-role.js';
import { Presence } from './presence.js';

export { type KeeperEvents };

export interface EmbeddedPostgres {
  /** The address of the database `countersign` on 127.0.0.1, for a role that owns it and is not a superuser. */
  url: string;
  /** From now on, restarts the server on its port when it dies. */
  keepRunning(events: KeeperEvents): void;
  /** Stops the server unless another process uses it. Close all connections first. */
  stop(): Promise<void>;
}

const DATABASE = 'countersign';
/** A database that every cluster has. */
const MAINTENANCE = 'postgres';
const CONNECT_LIMIT_MS = 120_000;
const CONNECT_TIMEOUT_MS = 30_000;
const RETRY_MS = 50;
/** A start can fail because another process is starting the server, or backends of a killed one are still ending. */
const START_ATTEMPTS = 5;
const PAUSE_AFTER_FAILURE_MS = 300;
/** cannot_connect_now: starting up, recovering after a crash, or shutting down. */
const NOT_READY = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET']);
/** duplicate_database and unique_violation: another process created it at the same time. */
const CREATED_BESIDE_US = new Set(['42P04', '23505']);

/**
 * Starts PostgreSQL in `dataDir`, which the first run creates, or attaches to a server already running there: another
 * process's, or one that survived a killed process. The last process to call `stop` stops it.
 *
 * @param port for a new server; by default its last port, if it is free
 * @throws Error if the platform has no binaries, there is no suitable account, or the server does not start
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  port?: number;
}): Promise<EmbeddedPostgres> {
  const home = await prepareHome(resolve(options.dataDir));
  const presence = new Presence(join(home.dataDir, 'users'));
  try {
    await presence.waitForLeaving();
    await ensureCluster(home);
    const port = await attachOrStart(home, options.port);
    writeFileSync(portFile(home), String(port), { mode: 0o600 });
    await ensureDatabase(home, port);
    const keeper = new Keeper(
      () => findPostmaster(home) !== undefined,
      () => attachOrStart(home, port, 1),
    );
    let stopping: Promise<void> | undefined;
    return {
      url: serviceUrl(home, port),
      keepRunning: (events) => keeper.begin(events),
      stop: () => (stopping ??= keeper.stop().then(() => stop(home, presence))),
    };
  } catch (error) {
    presence.leave();
    throw error;
  }
}

/** The address of the server running in `dataDir`; null if there is none. Starts and creates nothing. */
export function findEmbeddedPostgres(dataDir: string): string | null {
  const home = { cluster: join(resolve(dataDir), 'cluster') };
  const running = findPostmaster(home);
  return running ? serviceUrl(home, running.port) : null;
}

async function stop(home: ServerHome, presence: Presence): Promise<void> {
  try {
    if (presence.isLastToLeave()) await stopPostmaster(home);
  } finally {
    presence.leave();
  }
}

async function prepareHome(dataDir: string): Promise<ServerHome> {
  const cluster = join(dataDir, 'cluster');
  const account = chooseServerAccount(cluster);
  makeFolderFor(account, dataDir);
  return { account, dataDir, cluster, binaries: await findServerBinaries(account, dataDir) };
}

/** Returns the port of a server that accepted a connection with our password. */
async function attachOrStart(
  home: ServerHome,
  wanted: number | undefined,
  attempts = START_ATTEMPTS,
): Promise<number> {
  const deadline = Date.now() + CONNECT_LIMIT_MS;
  let failures = 0;
  while (Date.now() < deadline) {
    const running = findPostmaster(home);
    if (!running) {
      const port = wanted ?? (failures === 0 ? lastPort(home) : undefined) ?? (await findFreePort());
      const problem = await startPostmaster(home, port);
      if (problem === undefined) continue;
      if (++failures >= attempts) throw new Error(`PostgreSQL did not start: ${problem}`);
      await wait(PAUSE_AFTER_FAILURE_MS);
    } else if (await accepts(home, running.port)) {
      return running.port;
    } else {
      await wait(RETRY_MS);
    }
  }
  throw new Error(`PostgreSQL in ${home.dataDir} does not accept connections.`);
}

async function accepts(home: ServerHome, port: number): Promise<boolean> {
  try {
    await withClient(home, { port, database: MAINTENANCE }, (client) => client.query('SELECT 1'));
    return true;
  } catch (error) {
    if (NOT_READY.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function ensureDatabase(home: ServerHome, port: number): Promise<void> {
  await withClient(home, { port, database: MAINTENANCE }, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 1) return;
    await client.query(`CREATE DATABASE ${DATABASE}`).catch((error: NodeJS.ErrnoException) => {
      if (!CREATED_BESIDE_US.has(error.code ?? '')) throw error;
    });
  });
  await withClient(home, { port, database: DATABASE }, (client) => ensureServiceRole(client, home));
}

/** Connects as the superuser. */
async function withClient(
  home: ServerHome,
  place: { port: number; database: string },
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({
    connectionString: urlOf({ ...place, role: SUPERUSER, password: readPassword(home) }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A server that stops between two queries must not crash our process; the next query will fail.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const serviceUrl = (home: Pick<ServerHome, 'cluster'>, port: number): string =>
  urlOf({ role: SERVICE_ROLE, password: servicePassword(home), port, database: DATABASE });

function urlOf(place: { role: string; password: string; port: number; database: string }): string {
  const { role, password, port, database } = place;
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

function portFile(home: ServerHome): string {
  return join(home.dataDir, 'port');
}

function lastPort(home: ServerHome): number | undefined {
  const port = existsSync(portFile(home)) ? Number(readFileSync(portFile(home), 'utf8')) : NaN;
  return Number.isInteger(port) && port > 0 ? port : undefined;
}
