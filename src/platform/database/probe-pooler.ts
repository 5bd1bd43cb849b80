import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionName } from './connection-name.js';

/** What is between us and a database: nothing, or a pooler that does or does not find statements by name. */
export type Pooler = 'none' | 'keeps names' | 'loses names';

const CONNECT_TIMEOUT_MS = 5_000;
/** Notifications arrive within milliseconds. */
const HEARD_WITHIN_MS = 2_000;
const CHANNEL = 'countersign_doctor';
/** PostgreSQL's code for a prepared statement that this session does not have. */
const NO_SUCH_STATEMENT = '26000';
/** More than the number of sessions that a pooler usually hands out in turn. */
const MOST_TRIES = 100;

/** Tests what `url` leads to. @throws Error if it leads nowhere */
export function probePooler(url: string): Promise<Pooler> {
  return withClient(url, async (one) => {
    const { processID } = one as unknown as { processID: number };
    if ((await backendOf(one)) === processID) return 'none';
    const name = `countersign-${randomUUID()}`;
    const session = await backendOf(one, name);
    return withClient(url, async (other) => {
      await hold(other, session);
      return backendOf(one, name).then(
        () => 'keeps names' as const,
        ({ code }: NodeJS.ErrnoException) => (code === NO_SUCH_STATEMENT ? 'loses names' : 'keeps names'),
      );
    });
  });
}

/**
 * Begins a transaction in that session, so that a pooler that reassigns sessions between transactions must give other
 * clients other ones. Which session comes next depends on the pooler's settings and on its other clients.
 */
async function hold(client: Client, session: number): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await client.query('begin');
    if ((await backendOf(client)) === session) return;
    await client.query('rollback');
  }
}

/** Whether a listener at `listenUrl` receives what is sent at `sendUrl`. @throws Error if one leads nowhere */
export function isHeard(listenUrl: string, sendUrl: string): Promise<boolean> {
  const message = randomUUID();
  return withClient(listenUrl, async (listener) => {
    const heard = new Promise<boolean>((resolve) => {
      listener.on('notification', ({ payload }) => payload === message && resolve(true));
    });
    await listener.query(`listen ${CHANNEL}`);
    await withClient(sendUrl, (sender) => sender.query('select pg_notify($1, $2)', [CHANNEL, message]));
    return Promise.race([heard, wait(HEARD_WITHIN_MS, false, { ref: false })]);
  });
}

/** The session that answers. @param name by which the statement is prepared or found again */
async function backendOf(client: Client, name?: string): Promise<number> {
  const { rows } = await client.query<{ pid: number }>({ name, text: 'select pg_backend_pid() as pid' });
  return rows[0]!.pid;
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    application_name: connectionName('doctor'),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
