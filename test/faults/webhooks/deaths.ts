import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { count } from '../../../bench/support/report.js';
import { type ServerProcess } from '../../support/server-process.js';
import { until } from '../../support/until.js';
import { type Findings } from '../findings.js';
import { type Fleet, type Subscriber } from './fleet.js';
import { fail, ok } from './target.js';

const ENDPOINTS = 3;
const EVENTS_AT_ONCE = 3;
const LONGEST_END_MS = 60_000;
/** Longer than a lease, so jobs of the dead are free at once. */
export const AFTER_LEASE = '30 seconds';
const LONGEST_REACH_MS = 5_000;

/** The points of a delivery at which the worker dies. Each resolves when it is reached. */
const POINTS: Record<string, (fleet: Fleet, victim: Subscriber, worker: ServerProcess) => Promise<void>> = {
  /** The connection is open, but the request cannot be sent: TLS first needs an answer from this process. */
  'before the send': async (_fleet, { target }, worker) => {
    const accepted = once(target.server, 'connection').then(() => process.kill(worker.pid, 'SIGKILL'));
    await accepted;
  },
  'after the send': async (_fleet, { target }) => {
    await target.nextArrival();
  },
  /** The receiver has answered, and the result waits for a lock held here. */
  'before the commit': async (fleet, { target }, worker) => {
    const { response } = await target.nextArrival();
    await fleet.withClient(async (client) => {
      await client.query('begin');
      await client.query(
        "select from jobs where kind = 'webhook.deliver' and lease_until is not null for update",
      );
      ok(response, target.arrivals.at(-1)!);
      // A transaction always sees the same pg_stat_activity, and so misses connections that are opened meanwhile.
      const isBlocked = async () => {
        const { rowCount } = await client.query(
          'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
        );
        return rowCount! > 0;
      };
      await until('the result waits for the lock', isBlocked, { longestMs: LONGEST_REACH_MS, lookMs: 5 });
      await worker.kill();
      await client.query('rollback');
    });
  },
};

/** Kills a worker at each point of a delivery, again and again: nothing is lost, and little comes twice. */
export async function killWorkers(fleet: Fleet, findings: Findings): Promise<void> {
  const rounds = count('kills of a worker', 200, 3);
  await fleet.begin(ENDPOINTS);
  const inFlight = new Set<string>();
  const readers = fleet.feedReaders();
  readers.begin();
  for (let round = 0; round < rounds; round++)
    for (const lease of await killOne(fleet, round)) inFlight.add(lease);
  await fleet.startWorker();
  await fleet.moveClock(AFTER_LEASE);
  const rows = await fleet.untilSettled(LONGEST_END_MS);
  const arrivals = fleet.subscribers.flatMap(({ target }) => target.arrivals);
  findings.tried(
    `${rounds} kill -9 of a worker: ${Object.keys(POINTS).join(', ')} in turn; ${rows.length} events`,
  );
  const lost = rows.filter(({ webhookId, status, body }) => {
    const same = arrivals.filter((arrival) => arrival.webhookId === webhookId);
    return status !== 'success' || same.length === 0 || same.some((each) => each.body !== body.toString());
  });
  findings.none('every event arrived, with its recorded bytes and webhookId', lost.map(tell), rows.length);
  const numbers = new Set(arrivals.map(({ number }) => number));
  findings.none(
    'every event that was committed was recorded',
    [...fleet.committed.keys()].filter((number) => !numbers.has(number)).map(String),
    fleet.committed.size,
  );
  const names = new Set(arrivals.map(({ number, webhookId }) => `${number} ${webhookId}`));
  findings.holds(
    'each event came under one webhookId',
    names.size === numbers.size,
    `${names.size} of ${numbers.size}`,
  );
  const misnamed = arrivals.filter(
    ({ webhookId, headers }) =>
      headers['x-service-webhook-id'] !== webhookId || headers['webhook-id'] !== webhookId,
  );
  findings.none(
    'the headers name it too',
    misnamed.map(({ webhookId }) => webhookId),
    arrivals.length,
  );
  const repeated = arrivals.length - rows.length;
  findings.holds(
    'no more arrived again than was in flight',
    repeated <= inFlight.size,
    `${repeated} of ${inFlight.size}`,
  );
  await readers.judge(findings, rows, LONGEST_END_MS);
}

/** @returns what was in flight, now or in an earlier round */
async function killOne(fleet: Fleet, round: number): Promise<string[]> {
  const reach = Object.values(POINTS)[round % Object.keys(POINTS).length]!;
  const victim = fleet.subscribers[round % ENDPOINTS]!;
  const worker = await fleet.startWorker();
  const reached = reach(fleet, victim, worker);
  await fleet.publishToAll(EVENTS_AT_ONCE);
  await reached;
  await worker.kill();
  return fleet.leases();
}

const tell = ({
  webhookId,
  status,
  failureReason,
}: {
  webhookId: string;
  status: string;
  failureReason: string | null;
}) => `${webhookId}: ${status}, ${failureReason}`;

/** The fifth attempt is the last, even if its worker dies during it. */
export async function dieInTheLastAttempt(fleet: Fleet, findings: Findings): Promise<void> {
  await fleet.begin(1);
  const [subscriber] = fleet.subscribers as [Subscriber];
  const { target } = subscriber;
  target.respond = fail;
  const worker = await fleet.startWorker();
  await fleet.publish(subscriber);
  for (let attempt = 1; attempt < 5; attempt++) {
    await until(
      `attempt ${attempt} has failed`,
      async () => (await fleet.history(subscriber))[0]?.attempts === attempt,
    );
    if (attempt < 4) await fleet.moveClock('1 hour');
  }
  const arrived = target.nextArrival();
  await fleet.moveClock('1 hour');
  await arrived;
  await worker.kill();
  await fleet.startWorker();
  await fleet.moveClock(AFTER_LEASE);
  const [row] = await fleet.untilSettled(LONGEST_END_MS);
  // It is not sent later either.
  await fleet.moveClock('1 day');
  const jobs = () => fleet.query("select from jobs where kind = 'webhook.deliver'");
  await until('no job is left', async () => (await jobs()).length === 0);
  findings.tried('1 kill -9 during a fifth attempt');
  const { status, attempts, failureReason } = row!;
  findings.holds(
    'it has failed for good, and says why',
    status === 'failed' && attempts === 5 && failureReason === 'worker lost',
    `${status} after ${attempts} attempts: ${failureReason}`,
  );
  const requests = target.arrivals.length;
  findings.holds('no sixth request was sent', requests === 5, `${requests} requests arrived`);
}

/**
 * The one of three processes that delivers is frozen beyond its lease, and then goes on as if nothing had happened.
 */
export async function freezeWorkers(fleet: Fleet, findings: Findings): Promise<void> {
  const rounds = count('frozen workers', 10, 1);
  await fleet.begin(1);
  const [subscriber] = fleet.subscribers as [Subscriber];
  const { target } = subscriber;
  await Promise.all([fleet.startWorker(), fleet.startWorker(), fleet.startWorker()]);
  for (let round = 0; round < rounds; round++) {
    const held = target.nextArrival();
    await fleet.publish(subscriber);
    const { arrival, response } = await held;
    const sleeper = ownerOf(response.socket!.remotePort!, fleet.workers);
    process.kill(sleeper.pid, 'SIGSTOP');
    await fleet.moveClock(AFTER_LEASE);
    await fleet.untilSettled(LONGEST_END_MS);
    // Its answer has waited for it, and is a failure.
    fail(response, arrival);
    process.kill(sleeper.pid, 'SIGCONT');
    await until('it has read the answer', () => target.isIdle);
    // Later work, which it shares, shows that it has recorded everything it was going to.
    await fleet.publish(subscriber, 30);
    await fleet.untilSettled(LONGEST_END_MS);
  }
  const rows = await fleet.history(subscriber);
  findings.tried(
    `${rounds} times one of 3 processes frozen in a delivery beyond its lease; ${rows.length} events`,
  );
  const wrong = rows.filter(({ status, attempts }) => status !== 'success' || attempts !== 1);
  findings.none('its late result was refused', wrong.map(tell), rows.length);
  findings.none(
    'the frozen processes work on',
    fleet.workers.filter(({ isRunning }) => !isRunning).map(({ log }) => log.join(' ')),
    rounds,
  );
}

/** The process that holds the client's end of a connection to us, by its port (proc(5)). */
export function ownerOf(port: number, workers: readonly ServerProcess[]): ServerProcess {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, address]) => address?.endsWith(local))
      .map((fields) => `socket:[${fields[9]}]`),
  );
  const owner = workers.find(({ pid }) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.includes(linkOf(`/proc/${pid}/fd/${fd}`))),
  );
  if (!owner) throw new Error(`no worker has a connection from port ${port}`);
  return owner;
}

/** Empty if it was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
