import { Logger } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Gate } from '../../../test/support/gate.js';
import {
  claimAndDie,
  enqueue,
  handlerOf,
  makeResults,
  note,
  nothingLeft,
  results,
  rows,
  useJobWorkers,
} from '../../../test/support/job-workers.js';
import { until } from '../../../test/support/until.js';
import { DatabaseWatch } from '../database/database-watch.js';
import { Statements } from '../database/statements.js';
import { completeJobs } from './engine/job.queries.js';
import { JobReaper } from './engine/job-reaper.js';
import { type Job, type JobResult } from './job-handler.js';
import { JobQueue } from './job-queue.js';

const workers = useJobWorkers();

describe('results of jobs', () => {
  it('commits a result with the end of its job, or not at all', async () => {
    const app = await workers.start([
      handlerOf(async ({ payload }): Promise<JobResult> => {
        const commit = async (tx: EntityManager) => {
          await note(String(payload.text))(tx);
          if (payload.fails) throw new TypeError('somebody@example.test is in this message');
        };
        return { outcome: 'done', commit };
      }),
    ]);
    await makeResults(app);
    await enqueue(app, [{ payload: { text: 'kept' } }, { payload: { text: 'undone', fails: true } }]);
    await until(
      'both have run',
      async () => (await rows(app, 'select 1 from jobs where run_at > app_now()')).length === 1,
    );
    expect(await results(app)).toEqual(['kept']);
    expect(await rows(app, 'select attempt, lease_until from jobs')).toEqual([
      { attempt: 1, lease_until: null },
    ]);
  });

  it('refuses the result of a worker that lost its lease', async () => {
    const slowGate = new Gate();
    const otherGate = new Gate();
    const handlerFor = (gate: Gate, name: string) =>
      handlerOf(async (): Promise<JobResult> => {
        await gate.pass();
        return { outcome: 'done', commit: note(name) };
      });
    // The slow worker has room for one job, so the other one takes the second run.
    const slow = await workers.start([handlerFor(slowGate, 'slow')], { limits: { concurrency: 1 } });
    await makeResults(slow);
    await enqueue(slow, [{}]);
    await until('the slow one is at it', () => slowGate.entered === 1);
    const other = await workers.start([handlerFor(otherGate, 'other')]);
    await workers.moveClock('10 minutes');
    await other.get(JobReaper).reap();
    other.get(JobQueue).ring();
    await until('the other one is at it', () => otherGate.entered === 1);

    slowGate.open();
    await workers.stop(slow);
    expect(await results(other)).toEqual([]);
    otherGate.open();
    await nothingLeft(other);
    expect(await results(other)).toEqual(['other']);
    expect(await rows(other, 'select inflight from job_lanes')).toEqual([{ inflight: 0 }]);
  });

  it('refuses a late result even if it has no effects', async () => {
    const handlers = [handlerOf(async () => undefined)];
    const app = await workers.start(handlers, { role: 'web' });
    const db = app.get(Statements);
    await enqueue(app, [{}]);
    const lost = await claimAndDie(app, handlers);
    await workers.moveClock('10 minutes');
    await app.get(JobReaper).reap();
    const held = await claimAndDie(app, handlers);
    expect(await completeJobs(db, lost)).toBe(0);
    expect(await rows(app, 'select attempt from jobs')).toEqual([{ attempt: 1 }]);
    expect(await completeJobs(db, held)).toBe(1);
  });

  it('lets jobs add jobs to each other’s lanes without a deadlock', async () => {
    const attempts: number[] = [];
    const run = async ({ attempt, payload }: Job<Record<string, unknown>>): Promise<JobResult> => {
      attempts.push(attempt);
      const left = Number(payload.left);
      const next = { kind: 'test.work', lane: String((Number(payload.lane) + 1) % 3) };
      const commit = async (tx: EntityManager) => {
        if (left > 0) {
          const payloadOfNext = { left: left - 1, lane: next.lane };
          await queue.enqueue(tx, { ...next, payload: payloadOfNext });
        }
      };
      return { outcome: 'done', commit };
    };
    const app = await workers.start([handlerOf(run)]);
    const queue = app.get(JobQueue);
    const chains = Array.from({ length: 12 }, (_, chain) => String(chain % 3));
    await enqueue(
      app,
      chains.map((lane) => ({ lane, payload: { left: 10, lane } })),
    );
    await nothingLeft(app);
    expect(attempts).toEqual(Array.from({ length: 12 * 11 }, () => 1));
  });
});

describe('retries of jobs', () => {
  it('retries a job after its delay by the service’s time', async () => {
    const attempts: number[] = [];
    const run = async ({ attempt }: Job<Record<string, unknown>>) => {
      attempts.push(attempt);
      if (attempt < 3) throw new Error('somebody@example.test cannot be reached');
    };
    const handlers = [handlerOf(run, { retryAfterSeconds: (attempt) => 60 * attempt })];
    const app = await workers.start(handlers);
    await enqueue(app, [{}]);
    for (const [index, delay] of [60, 120].entries()) {
      await until(
        'it has failed',
        async () =>
          (await rows(app, `select 1 from jobs where attempt = ${index + 1} and lease_until is null`)).length,
      );
      await workers.moveClock(`${delay - 5} seconds`);
      expect(await claimAndDie(app, handlers)).toEqual([]);
      await workers.moveClock('6 seconds');
      app.get(JobQueue).ring();
      await until('it runs again', () => attempts.length === index + 2);
    }
    await nothingLeft(app);
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('ends a job after its last attempt as failed, and quotes no message', async () => {
    const onExhausted = (tx: EntityManager, job: Job<object>) => note(`exhausted in ${job.attempt}`)(tx);
    const run = async () => {
      throw Object.assign(new TypeError('somebody@example.test cannot be reached'), { code: 'EREACH' });
    };
    const app = await workers.start([
      handlerOf(run, { maxAttempts: 2, retryAfterSeconds: () => 0, onExhausted }),
    ]);
    await makeResults(app);
    await enqueue(app, [{ payload: { id: 7 } }]);
    await nothingLeft(app);
    const [dead] = await rows(app, 'select kind, payload, attempts, error from failed_jobs');
    expect(dead).toMatchObject({ kind: 'test.work', payload: { id: 7 }, attempts: 2 });
    expect(dead!.error).toMatch(/^TypeError EREACH at /);
    expect(dead!.error).not.toContain('example.test');
    expect(await results(app)).toEqual(['exhausted in 2']);
  });

  it('ends a job at once if its handler reports a failure', async () => {
    const run = async (): Promise<JobResult> => ({
      outcome: 'failed',
      error: 'the document is gone',
      commit: note('told'),
    });
    const app = await workers.start([handlerOf(run)]);
    await makeResults(app);
    await enqueue(app, [{}]);
    await nothingLeft(app);
    expect(await rows(app, 'select attempts, error from failed_jobs')).toEqual([
      { attempts: 1, error: 'the document is gone' },
    ]);
    expect(await results(app)).toEqual(['told']);
  });

  it('retries a job that exceeded its time limit, and aborts its signal', async () => {
    const run = (_: Job<object>, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      );
    const app = await workers.start([handlerOf(run, { timeoutMs: 30, maxAttempts: 1 })]);
    await enqueue(app, [{}]);
    await nothingLeft(app);
    const [dead] = await rows(app, 'select error from failed_jobs');
    expect(dead!.error).toMatch(/^JobTimeoutError/);
  });

  it('logs a lost database once instead of once per job, and no late failures', async () => {
    const run = async () => {
      throw new Error('Connection terminated unexpectedly');
    };
    const app = await workers.start([handlerOf(run, { maxAttempts: 1 })]);
    const lines: unknown[] = [];
    const write = (line: unknown) => void lines.push(line);
    Logger.overrideLogger({ log: write, warn: write, error: write });
    try {
      // The second time, the outage is over.
      for (let times = 0; times < 2; times++) {
        await enqueue(app, [{}, {}, {}]);
        await nothingLeft(app);
        await until('the database answers', () => !app.get(DatabaseWatch).isLost);
      }
    } finally {
      Logger.overrideLogger(false);
    }
    expect(lines).toEqual([
      expect.stringContaining('The database does not answer'),
      expect.stringContaining('The database answers again'),
    ]);
  });
});
