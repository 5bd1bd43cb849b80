import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { withDatabase } from '../scripts/with-database.js';
import { migrate } from '../src/platform/database/migrate.js';
import { Transactions } from '../src/platform/database/transactions.js';
import { JobQueue } from '../src/platform/jobs/job-queue.js';
import { LANE_LIMIT, NOTHING_JOB, openNothingApp } from './jobs/nothing-app.js';
import { Program } from './rest/programs.js';
import { chosenParts } from './support/parts.js';
import { count, printMachine, printTable } from './support/report.js';

// Jobs that one process claims, runs and completes per second with an empty handler: spread evenly over many lanes,
// and with three fifths on a single lane, as when one customer's webhooks pile up. Then a larger pile, by two
// processes, while checking that no lane exceeds its limit of running jobs. `-- --part=NAME` for one part.

const JOBS = count('Jobs', 100_000, 10_000);
const PILE = count('Jobs for two processes', 500_000, 20_000);
const LOOK_MS = 500;
const LANES = 200;
const BATCH = 1_000;
const SHAPES = [
  { name: `even over ${LANES} lanes`, crowded: 0 },
  { name: '60 % on one lane', crowded: 0.6 },
];

async function fill(url: string, jobs: number, crowded: number): Promise<void> {
  const app = await openNothingApp(url, 'web');
  for (let start = 0; start < jobs; start += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, index) => ({
      kind: NOTHING_JOB,
      lane: String(index < crowded * BATCH ? 0 : index % LANES),
      payload: { job: start + index },
    }));
    await app.get(Transactions).run((tx) => app.get(JobQueue).enqueueMany(tx, batch));
  }
  await app.close();
}

async function drain(url: string): Promise<void> {
  let done = 0;
  let finish: () => void;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const app = await openNothingApp(url, 'worker', () => {
    if (++done === JOBS) finish();
  });
  await finished;
  await app.close();
}

/** Jobs completed per second by two processes, and the most that ran at once in any lane. */
async function drainByTwo(url: string): Promise<{ rate: number; mostAtOnce: number }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  // Most of the table and its index soon belong to deleted jobs. Watching must not read them all: that took longer
  // than the jobs.
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
  const ask = async (sql: string) => Number((await client.query<{ count: string }>(sql)).rows[0]!.count);
  const workers = [1, 2].map(() => Program.start('../jobs/worker', url));
  await Promise.all(workers.map((worker) => worker.message()));
  const jobs = await ask('select count(*) from jobs');
  const started = performance.now();
  let mostAtOnce = 0;
  while (await ask('select count(*) from (select from jobs limit 1) one')) {
    const atWork = await ask(
      `select coalesce(max(jobs), 0) as count
       from (select count(*) as jobs from jobs where lease_until is not null group by lane_id) lanes`,
    );
    mostAtOnce = Math.max(mostAtOnce, atWork);
    await wait(LOOK_MS);
  }
  const rate = jobs / ((performance.now() - started) / 1000);
  await Promise.all(workers.map((worker) => worker.stop()));
  await client.end();
  return { rate, mostAtOnce };
}

async function rateOf(work: () => Promise<void>): Promise<string> {
  const started = performance.now();
  await work();
  return String(Math.round(JOBS / ((performance.now() - started) / 1000)));
}

async function inOneProcess(url: string): Promise<void> {
  const rows: string[][] = [];
  for (const { name, crowded } of SHAPES) {
    const enqueued = await rateOf(() => fill(url, JOBS, crowded));
    rows.push([name, String(JOBS), enqueued, await rateOf(() => drain(url))]);
  }
  printTable(['Jobs in one process', 'count', 'enqueued per second', 'completed per second'], rows);
}

async function inTwoProcesses(url: string): Promise<void> {
  await fill(url, PILE, 0.6);
  const { rate, mostAtOnce } = await drainByTwo(url);
  printTable(
    [
      'Jobs in two processes, 60 % on one lane',
      'completed per second',
      'at work on a lane, at most',
      'limit',
    ],
    [[String(PILE), rate.toFixed(0), String(mostAtOnce), String(LANE_LIMIT)]],
  );
  if (mostAtOnce > LANE_LIMIT) throw new Error('a lane had more jobs at work than it may have');
}

const parts = chosenParts({ one: inOneProcess, two: inTwoProcesses });

await withDatabase(async (url) => {
  await migrate(url);
  printMachine();
  for (const [, part] of parts) {
    console.log('');
    await part(url);
  }
});
