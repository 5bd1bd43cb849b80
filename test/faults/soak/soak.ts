import { setTimeout as wait } from 'node:timers/promises';
import { count, QUICK } from '../../../bench/support/report.js';
import { RedisServer } from '../../support/redis-server.js';
import { S3Server } from '../../support/s3-server.js';
import { type ServerProcess } from '../../support/server-process.js';
import { expectComplete } from '../completeness.js';
import { type Findings } from '../findings.js';
import { Replicas } from '../rolling/replicas.js';
import { Site } from '../site.js';
import { knownFiles } from '../stored-files.js';
import { Workload } from '../workload.js';
import { Vitals } from './vitals.js';

const SEED = 2032;
const TENANTS = 4;
const PREFIX = 'soak';
/** The time in which the limit of the machine is measured, before the run begins. */
const MEASURING_MS = QUICK ? 20_000 : 60_000;
/** The share of the run after which memory must be flat, and no process is restarted. */
const SETTLED = 1 / 3;
/** After the restarts of the service's processes, PostgreSQL and Redis are still restarted at this interval. */
const LATER_EVERY_MINUTES = 3;
/** How often each fault happens before that. */
const ROUNDS = QUICK ? 1 : 2;
const GONE_MS = 3_000;
const LOOK_MS = QUICK ? 1_000 : 5_000;
/** The most MiB that a process may gain in a minute: 100 MiB over the twenty of a full run. */
const MOST_GAINED_MIB = 5;
/** The most dead rows in the second half of the settled time: a multiple of the first half's, plus a constant. */
const DEAD_ROWS = { times: 1.5, beyond: 2_000 };

/**
 * Runs both web processes and both workers under half the load they can bear, while each of them, PostgreSQL and
 * Redis restart.
 */
export async function soak(findings: Findings): Promise<void> {
  const minutes = count('minutes', 30, 2);
  const redis = await RedisServer.start();
  const storage = await S3Server.start();
  try {
    const settings = { LOG_LEVEL: 'warn', REDIS_URL: redis.url, ...storage.variables(PREFIX) };
    const site = await Site.open(TENANTS, settings, (all) => Replicas.prepare(all));
    try {
      await soakFor(minutes, site, redis, findings);
      const kept = new Set(storage.keys(PREFIX));
      const known = [...(await knownFiles(site))];
      findings.none(
        'every file that the database knows is in the bucket',
        known.filter((key) => !kept.has(key)),
        known.length,
      );
    } finally {
      await site.close();
    }
  } finally {
    await storage.stop();
    await redis.stop();
  }
}

async function soakFor(
  minutes: number,
  site: Site<Replicas>,
  redis: RedisServer,
  findings: Findings,
): Promise<void> {
  const workload = new Workload(site, SEED);
  const vitals = new Vitals([...site.server.web, ...site.server.workers], () => deadRowsOf(site));
  try {
    workload.begin();
    findings.tried(`${minutes} minutes at ${await workload.limitToHalf(MEASURING_MS)}`);
    const begun = performance.now();
    const until = (minute: number) => wait(Math.max(0, begun + 60_000 * minute - performance.now()));
    vitals.watch(LOOK_MS);
    for (const { minute, name, suffer } of faultsOf(minutes, site.server, redis)) {
      await until(minute);
      await suffer();
      console.log(`  minute ${minute.toFixed(1)}: ${name}; ${workload.counts}`);
    }
    await until(minutes);
    await vitals.end();
    await workload.finish();
    workload.tell(findings);
    judge(vitals, minutes * SETTLED, site.server, findings);
    await expectComplete(site, workload, findings);
  } finally {
    workload.abandon();
    await vitals.end();
  }
}

interface Fault {
  /** Since the beginning. */
  minute: number;
  name: string;
  suffer: () => Promise<unknown>;
}

/** In the order of their times. */
function faultsOf(minutes: number, replicas: Replicas, redis: RedisServer): Fault[] {
  const stores: Omit<Fault, 'minute'>[] = [
    { name: 'Redis is killed and started', suffer: () => restartRedis(redis) },
    { name: 'PostgreSQL is stopped and started', suffer: () => replicas.restartDatabase(GONE_MS) },
  ];
  const round = [
    ...replicas.web.map((web, index) => ({
      name: `web process ${index + 1} restarts`,
      suffer: () => restart(replicas, web),
    })),
    { name: 'worker 1 restarts', suffer: () => restart(replicas, replicas.workers[0]!) },
    { name: 'worker 2 is killed and started', suffer: () => killAndStart(replicas) },
    ...stores,
  ];
  const early = Array.from({ length: ROUNDS }, () => round).flat();
  const last = minutes * SETTLED;
  const times = Math.floor((minutes - last) / LATER_EVERY_MINUTES);
  return [
    ...early.map((fault, index) => ({
      ...fault,
      minute: (last * (index + 1)) / (early.length + 1),
    })),
    ...Array.from({ length: times }, (_none, index) => ({
      ...stores[index % stores.length]!,
      minute: last + LATER_EVERY_MINUTES * (index + 0.5),
    })),
  ];
}

async function restart(replicas: Replicas, process: ServerProcess): Promise<void> {
  await process.stop();
  await replicas.startAgain(process);
}

async function killAndStart({ workers }: Replicas): Promise<void> {
  await workers[1]!.kill();
  await workers[1]!.start();
}

async function restartRedis(redis: RedisServer): Promise<void> {
  await redis.kill();
  await wait(GONE_MS);
  await redis.start();
}

async function deadRowsOf(site: Site<Replicas>): Promise<number> {
  const [row] = await site.query<{ dead: number }>(
    'select coalesce(sum(n_dead_tup), 0)::int as dead from pg_stat_user_tables',
  );
  return row!.dead;
}

function judge(vitals: Vitals, minute: number, { web, workers }: Replicas, findings: Findings): void {
  const names = [
    ...web.map((_each, index) => `web ${index + 1}`),
    ...workers.map((_each, index) => `worker ${index + 1}`),
  ];
  const slopes = vitals.memorySlopes(minute);
  const figures = slopes?.map(
    ({ slope, low, high, median }, index) =>
      `${names[index]} ${median.toFixed(0)} MiB, ${slope.toFixed(2)} a minute (${low.toFixed(2)} to ${high.toFixed(2)})`,
  );
  const [before, after] = vitals.mostDeadRows(minute);
  const told = `${before} in the first half, ${after} in the second`;
  findings.seen(
    `memory after minute ${minute.toFixed(1)}: ${figures?.join('; ') ?? 'too few samples for a slope'}`,
  );
  // Two minutes end before heaps and tables have found their size.
  if (QUICK) return findings.seen(`dead rows: ${told}`);
  findings.holds(
    `no process gains more than ${MOST_GAINED_MIB} MiB a minute after the first ${minute.toFixed(0)} minutes`,
    slopes?.every(({ slope }) => slope <= MOST_GAINED_MIB) === true,
  );
  findings.holds('dead rows do not grow', after <= DEAD_ROWS.times * before + DEAD_ROWS.beyond, told);
}
