import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { ConfigModule } from '../src/platform/config/config.module.js';
import { Settings } from '../src/platform/config/settings.js';
import { DatabaseModule } from '../src/platform/database/database.module.js';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.js';
import { migrate } from '../src/platform/database/migrate.js';
import { Transactions } from '../src/platform/database/transactions.js';
import { type JobHandler, JobHandlerFor, type JobResult } from '../src/platform/jobs/job-handler.js';
import { JobQueue } from '../src/platform/jobs/job-queue.service.js';
import { JobsModule } from '../src/platform/jobs/jobs.module.js';

// How many jobs one process claims, runs and ends in a second, the handler doing nothing. Its jobs wait on 200 lanes,
// three in five of them on a single one, as when one customer's webhooks pile up.
const JOBS = Number(process.argv[2] ?? 100_000);
const LANES = 200;
const CROWDED_SHARE = 0.6;
const BATCH = 1_000;

let done = 0;
let finish: () => void;
const finished = new Promise<void>((resolve) => (finish = resolve));

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

async function fill(url: string): Promise<void> {
  const app = await open(url, 'web');
  const lanes = Array.from({ length: JOBS }, (_, job) => (job % 10 < CROWDED_SHARE * 10 ? 0 : job % LANES));
  for (let start = 0; start < JOBS; start += BATCH) {
    const jobs = lanes.slice(start, start + BATCH).map((lane, index) => ({
      kind: 'bench.nothing',
      lane: String(lane),
      payload: { job: start + index },
    }));
    await app.get(Transactions).run((tx) => app.get(JobQueue).enqueueMany(tx, jobs));
  }
  await app.close();
}

const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  await migrate(postgres.url);
  const filling = performance.now();
  await fill(postgres.url);
  const filled = performance.now();
  const app = await open(postgres.url, 'worker');
  const started = performance.now();
  await finished;
  const rate = JOBS / ((performance.now() - started) / 1000);
  await app.close();
  console.log(
    '| Job engine, one process | jobs | enqueued a second | claimed and ended a second | Node | cores |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  console.log(
    `| ${LANES} lanes, 60 % of the jobs on one | ${JOBS} | ${Math.round(JOBS / ((filled - filling) / 1000))} ` +
      `| ${Math.round(rate)} | ${process.version} | ${availableParallelism()} |`,
  );
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
