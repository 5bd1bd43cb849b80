import { type INestApplicationContext } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { ConfigModule } from '../../src/platform/config/config.module.js';
import { Settings } from '../../src/platform/config/settings.js';
import { DatabaseModule } from '../../src/platform/database/database.module.js';
import { Statements } from '../../src/platform/database/statements.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type ClaimedJob, claimJobs } from '../../src/platform/jobs/engine/job.queries.js';
import { RunnerLimits } from '../../src/platform/jobs/engine/runner-limits.js';
import {
  type Job,
  type JobHandler,
  JobHandlerFor,
  type JobResult,
} from '../../src/platform/jobs/job-handler.js';
import { JobQueue, type NewJob } from '../../src/platform/jobs/job-queue.js';
import { JobsModule } from '../../src/platform/jobs/jobs.module.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { until } from './until.js';

type TestJob = Job<Record<string, unknown>>;

const NEVER_MS = 1_000_000_000;

/** Wraps a function as a handler. A job is done if the function returns nothing. */
export function handlerOf(
  run: (job: TestJob, signal: AbortSignal) => Promise<JobResult | void>,
  settings: Partial<JobHandler> = {},
): JobHandler {
  return {
    kind: 'test.work',
    maxInflight: 1_000,
    timeoutMs: 60_000,
    maxAttempts: 3,
    retryAfterSeconds: () => 60,
    ...settings,
    run: async (job, signal) => (await run(job, signal)) ?? { outcome: 'done' },
  };
}

/** Adds jobs in one transaction, by default of kind `test.work` with an empty payload. */
export async function enqueue(app: INestApplicationContext, jobs: Partial<NewJob>[]): Promise<void> {
  const complete = jobs.map((job) => ({ kind: 'test.work', payload: {}, ...job }));
  await app.get(Transactions).run((tx) => app.get(JobQueue).enqueueMany(tx, complete));
}

/** Claims jobs like a worker that dies right afterwards. */
export async function claimAndDie(
  app: INestApplicationContext,
  handlers: JobHandler[],
): Promise<ClaimedJob[]> {
  return (await claimJobs(app.get(Statements), handlers, { lanes: 10, limit: 10 })).jobs;
}

export function rows(app: INestApplicationContext, sql: string): Promise<Record<string, unknown>[]> {
  return app.get(DataSource).query(sql);
}

export function nothingLeft(app: INestApplicationContext): Promise<boolean> {
  return until('all jobs have ended', async () => (await rows(app, 'select 1 from jobs')).length === 0);
}

/** Creates a table for handlers' results, as a feature would. */
export async function makeResults(app: INestApplicationContext): Promise<void> {
  await rows(app, 'create table results (text text not null)');
}

export function note(text: string): (tx: EntityManager) => Promise<void> {
  return async (tx) => void (await tx.query('insert into results values ($1)', [text]));
}

export async function results(app: INestApplicationContext): Promise<unknown[]> {
  return (await rows(app, 'select text from results order by text')).map(({ text }) => text);
}

/** Job engines on a new database for each test. Each engine stands for a separate process. */
export function useJobWorkers(): JobWorkers {
  const workers = new JobWorkers();
  beforeEach(() => workers.open());
  afterEach(() => workers.close());
  return workers;
}

class JobWorkers {
  private readonly started: INestApplicationContext[] = [];
  private database: TestDatabase;

  async open(): Promise<void> {
    this.database = await createTestDatabase();
  }

  moveClock(interval: string): Promise<void> {
    return this.database.moveClock(interval);
  }

  /** By default it never polls, so a test proves that the notification woke it and not the timer. */
  async start(
    handlers: JobHandler[],
    { role = 'worker', limits = {} }: { role?: Settings['role']; limits?: Partial<RunnerLimits> } = {},
  ): Promise<INestApplicationContext> {
    const { url, directUrl } = this.database;
    const module = await Test.createTestingModule({
      imports: [
        ConfigModule.with(new Settings({ role, databaseDirectUrl: directUrl } as Settings)),
        DatabaseModule.at(url, directUrl !== undefined),
        ScheduleModule.forRoot(),
        JobsModule,
      ],
      providers: handlers.map(toProvider),
    })
      .overrideProvider(RunnerLimits)
      .useValue({ ...new RunnerLimits(), pollMs: NEVER_MS, reapMs: NEVER_MS, sweepMs: NEVER_MS, ...limits })
      .compile();
    module.useLogger(false);
    const worker = await module.init();
    this.started.push(worker);
    return worker;
  }

  /** Stops a worker as a signal to its process would. */
  async stop(worker: INestApplicationContext): Promise<void> {
    this.started.splice(this.started.indexOf(worker), 1);
    await worker.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.started.splice(0).map((worker) => worker.close()));
    await this.database.drop();
  }
}

function toProvider(handler: JobHandler): new () => object {
  class TestHandler {
    constructor() {
      Object.assign(this, handler);
    }
  }
  JobHandlerFor()(TestHandler);
  return TestHandler;
}
