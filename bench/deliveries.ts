import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import { withDatabase } from '../scripts/with-database.js';
import { migrate } from '../src/platform/database/migrate.js';
import { drainBy, type Drained } from './deliveries/drain.js';
import { Scene } from './deliveries/scene.js';
import { type CpuShares } from './rest/cpu-profile.js';
import { median } from './support/median.js';
import { chosenParts } from './support/parts.js';
import { progress } from './support/progress.js';
import { count, printMachine, printTable } from './support/report.js';
import { seedBacklog } from './support/seed-backlog.js';
import { seedDeliveries } from './support/seed-deliveries.js';
import { forgetStatementTimes, statementTimes, withStatementTimes } from './support/statement-times.js';

// Webhooks from commit to receipt, and how fast one process works off a backlog, compared with a bare undici loop
// that posts the same bodies and headers to the same receivers in the same run. `-- --part=NAME` for one part. The
// part `profile`, which runs only if named, shows where the time of a backlog goes.

const ENDPOINTS = 50;
const PER_SECOND = 100;
const STEADY_SECONDS = count('Seconds at 100 events a second', 30, 10);
const BACKLOG = count('Deliveries in the backlog', 20_000, 2_000);
const ROUNDS = count('Rounds', 3, 1);
const RESUMED = count('Deliveries resumed', 10_000, 1_000);
const MANY = count('Rows of history and of backlog', 1_000_000, 20_000);
/** Limits of the printed profile. */
const MOST_STATEMENTS = 12;
const SHOWN_OF_STATEMENT = 60;
const FEW = count('Deliveries measured alongside', 10_000, 1_000);

type Part = (scene: Scene) => Promise<void>;

/** Milliseconds from commit to receipt, at a steady rate. */
async function latency(scene: Scene): Promise<void> {
  const worker = await scene.startWorker();
  await scene.publishMany(10 * ENDPOINTS);
  await scene.drained();
  await scene.takeArrivals();
  const rows: string[][] = [];
  rows.push(await steady(scene, `${ENDPOINTS} endpoints in turn`, (turn) => turn % ENDPOINTS));
  rows.push(await steady(scene, 'one endpoint', () => 0));
  await worker.stop();
  printTable(['Commit to receipt at 100 events a second, ms', 'events', 'median', 'p95', 'p99', 'max'], rows);
}

async function steady(scene: Scene, name: string, place: (turn: number) => number): Promise<string[]> {
  const committed = new Map<number, number>();
  const commits: Promise<unknown>[] = [];
  const started = performance.now();
  for (let turn = 0; turn < STEADY_SECONDS * PER_SECOND; turn++) {
    await wait(started + (turn * 1_000) / PER_SECOND - performance.now());
    const commit = scene.publish([scene.organizations[place(turn)]!]).then(([number]) => {
      committed.set(number!, performance.timeOrigin + performance.now());
    });
    commits.push(commit);
  }
  await Promise.all(commits);
  await scene.drained();
  const delays = (await scene.takeArrivals()).map(({ body, at }) => {
    const { data } = JSON.parse(body) as { data: { id: number } };
    return Math.max(0, at - committed.get(data.id)!);
  });
  const sorted = delays.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!.toFixed(1);
  return [name, String(sorted.length), ...[0.5, 0.95, 0.99, 1].map(quantile)];
}

/** Lets one process deliver a backlog, until it is worked off or `most` deliveries have arrived. */
const drain = (scene: Scene, most = Infinity) =>
  drainBy(
    scene,
    () => scene.startWorker(),
    () => (most === Infinity ? scene.drained() : scene.received(most)),
  );

async function backlog(scene: Scene): Promise<void> {
  const rounds: (Drained & { bare: number })[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await scene.publishMany(BACKLOG);
    const drained = await drain(scene);
    rounds.push({ ...drained, bare: await scene.postBare() });
  }
  const rows = rounds.map(({ rate, bare, worker, server }) => [
    rate.toFixed(0),
    bare.toFixed(0),
    (rate / bare).toFixed(2),
    worker.toFixed(0),
    server.toFixed(0),
  ]);
  printTable(
    [
      `${BACKLOG} deliveries to ${ENDPOINTS} endpoints, per second`,
      'bare undici',
      'ratio',
      'CPU µs each',
      'database µs each',
    ],
    rows,
  );
  console.log(`Median ratio: ${median(rounds.map(({ rate, bare }) => rate / bare)).toFixed(2)}`);
}

async function resuming(scene: Scene): Promise<void> {
  const [first] = scene.organizations;
  await scene.endpoints.setPaused(first!, true);
  for (let left = RESUMED; left > 0; left -= 100)
    await scene.publish(Array.from({ length: 100 }, () => first!));
  const started = performance.now();
  await scene.endpoints.setPaused(first!, false);
  const ms = performance.now() - started;
  printTable(['Resuming an endpoint', 'ms'], [[`${RESUMED} waiting deliveries`, ms.toFixed(0)]]);
  await drain(scene);
}

/** The same deliveries alongside few and many others, ended and waiting. */
async function flat(scene: Scene): Promise<void> {
  const rows: string[][] = [];
  let first: number | undefined;
  const measure = async (name: string, most?: number) => {
    const { rate, worker, server } = await drain(scene, most);
    const both = worker + server;
    first ??= both;
    rows.push([
      name,
      ...[rate, worker, server, both].map((each) => each.toFixed(0)),
      (both / first).toFixed(2),
    ]);
  };
  await scene.publishMany(FEW);
  await drain(scene);
  await scene.publishMany(FEW);
  await measure('as many ended ones');
  await seedDeliveries(scene.client, await scene.createOrganization(), MANY, progress);
  await scene.publishMany(FEW);
  await measure(`${MANY} ended ones`);
  await scene.publishMany(ENDPOINTS);
  await seedBacklog(scene.client, MANY, progress);
  await measure(`${MANY} ended and ${MANY} waiting ones`, FEW);
  const columns = ['per second', 'CPU µs each', 'database µs each', 'both', 'of the first'];
  printTable([`${FEW} deliveries alongside`, ...columns], rows);
}

/** Processor time of the process by part, and database time by statement, per delivery of a backlog. */
async function profile(scene: Scene): Promise<void> {
  await scene.publishMany(BACKLOG);
  await forgetStatementTimes(scene.client);
  const worker = await scene.startWorker();
  const before = await worker.ask<number>('cpu');
  await worker.ask('start profile');
  await scene.drained();
  const shares = await worker.ask<CpuShares>('stop profile');
  const cpu = (await worker.ask<number>('cpu')) - before;
  await worker.stop();
  const parts = Object.entries(shares).sort(([, a], [, b]) => b - a);
  // Samples follow the clock, which also runs while others use the processor.
  const sampled = parts.reduce((sum, [, microseconds]) => sum + microseconds, 0);
  const perDelivery = (microseconds: number) => (microseconds / BACKLOG).toFixed(1);
  printTable(
    [`The process, of ${BACKLOG} deliveries`, 'share', 'CPU µs each'],
    [...parts, ['all', sampled] as const].map(([part, microseconds]) => [
      part,
      `${((100 * microseconds) / sampled).toFixed(0)} %`,
      perDelivery((microseconds / sampled) * cpu),
    ]),
  );
  console.log('');
  const statements = (await statementTimes(scene.client)).slice(0, MOST_STATEMENTS);
  printTable(
    ['The database', 'calls', 'µs each'],
    statements.map(({ statement, calls, ms }) => [
      statement.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN_OF_STATEMENT),
      String(calls),
      perDelivery(ms * 1_000),
    ]),
  );
}

const PARTS: Record<string, Part> = { latency, backlog, resuming, flat };
const parts = chosenParts(PARTS, { profile });
const withServer = parts.some(([, part]) => part === profile) ? withStatementTimes : withDatabase<void>;
await withServer(async (url) => {
  await migrate(url);
  const scene = await Scene.open(url, ENDPOINTS);
  try {
    printMachine();
    for (const [, part] of parts) {
      console.log('');
      await part(scene);
    }
  } finally {
    await scene.close();
  }
});
