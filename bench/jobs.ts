import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { withDatabase } from '../scripts/with-database.js';
import { ConfigModule } from '../src/platform/config/config.module.js';
import { Settings } from '../src/platform/config/settings.js';
import { DatabaseModule } from '../src/platform/database/database.module.js';
import { migrate } from '../src/platform/database/migrate.js';
import { Transactions } from '../src/platform/database/transactions.js';
import { type JobHandler, JobHandlerFor, type JobResult } from '../src/platform/jobs/job-handler.js';
import { JobQueue } from '../src/platform/jobs/job-queue.service.js';
import { JobsModule } from '../src/platform/jobs/jobs.module.js';
import { count, printMachine, printTable } from './support/report.js';

// Jobs that one process claims, runs and completes per second with an empty handler: spread evenly over many
// lanes, and with three fifths on a single lane, as when one customer's webhooks pile up.

const JOBS = count('Jobs', 100_000, 10_000);
const LANES = 200;
const BATCH = 1_000;
const SHAPES = [
  { name: `even over ${LANES} lanes`, crowded: 0 },
  { name: '60 % on one lane', crowded: 0.6 },
];

let done = 0;
let finish: () => void;

@JobHandlerFor()
class Nothing implements JobHandler {
  readonly kind = 'bench.nothing';
  readonly maxInflight = 64;
  readonly timeoutMs = 60_000;
  readonly maxAttempts = 1;

  retryAfterSeconds(): number {
    return 1;
  }

  async run(): Promise<JobResult> {
    if (++done === JOBS) finish();
    return { outcome: 'done' };
  }
}

async function open(url: string, role: Settings['role']) {
  @Module({
    imports: [
      ConfigModule.with(new Settings({ role } as Settings)),
      DatabaseModule.at(url),
      ScheduleModule.forRoot(),
      JobsModule,
    ],
    providers: [Nothing],
  })
  class BenchModule {}
  return NestFactory.createApplicationContext(BenchModule, { logger: ['error', 'warn'] });
}

async function fill(url: string, crowded: number): Promise<void> {
  const app = await open(url, 'web');
  for (let start = 0; start < JOBS; start += BATCH) {
    const jobs = Array.from({ length: BATCH }, (_, index) => ({
      kind: 'bench.nothing',
      lane: String(index < crowded * BATCH ? 0 : index % LANES),
      payload: { job: start + index },
    }));
    await app.get(Transactions).run((tx) => app.get(JobQueue).enqueueMany(tx, jobs));
  }
  await app.close();
}

async function drain(url: string): Promise<void> {
  done = 0;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const app = await open(url, 'worker');
  await finished;
  await app.close();
}

async function rateOf(work: () => Promise<void>): Promise<string> {
  const started = performance.now();
  await work();
  return String(Math.round(JOBS / ((performance.now() - started) / 1000)));
}

await withDatabase(async (url) => {
  await migrate(url);
  const rows: string[][] = [];
  for (const { name, crowded } of SHAPES) {
    const enqueued = await rateOf(() => fill(url, crowded));
    rows.push([name, String(JOBS), enqueued, await rateOf(() => drain(url))]);
  }
  printMachine();
  printTable(['Jobs in one process', 'count', 'enqueued per second', 'completed per second'], rows);
});
