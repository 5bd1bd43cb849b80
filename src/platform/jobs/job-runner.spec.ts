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
import { DatabaseWatch } from '../database/database-watch.service.js';
import { Statements } from '../database/statements.service.js';
import { JobReaper } from './engine/job-reaper.service.js';
import { claimJobs, completeJobs } from './engine/job.queries.js';
import { type Job, type JobResult } from './job-handler.js';
import { JobQueue } from './job-queue.service.js';

const workers = useJobWorkers();

describe('lanes', () => {
  it('never run more jobs at once than their kind allows, in all workers', async () => {
    const gate = new Gate();
    const handlers = [handlerOf(() => gate.pass(), { maxInflight: 3 })];
    const first = await workers.start(handlers);
    const second = await workers.start(handlers);
    await enqueue(
      first,
      Array.from({ length: 20 }, () => ({ lane: 'narrow' })),
    );
    await until('the lane is full', () => gate.entered === 3);
    first.get(JobQueue).ring();
    second.get(JobQueue).ring();
    expect(await claimAndDie(first, handlers)).toEqual([]);
    expect(await rows(first, 'select inflight from job_lanes')).toEqual([{ inflight: 3 }]);
    expect(gate.entered).toBe(3);
    gate.open();
    await nothingLeft(first);
    expect(gate.entered).toBe(20);
    expect(await rows(first, 'select inflight from job_lanes')).toEqual([{ inflight: 0 }]);
  });

  it('do not delay each other', async () => {
    const gate = new Gate();
    const served: unknown[] = [];
    const run = async ({ payload }: Job<Record<string, unknown>>) => {
      if (payload.lane === 'stuck') return gate.pass();
      served.push(payload.lane);
    };
    const app = await workers.start([handlerOf(run, { maxInflight: 2 })], { limits: { concurrency: 4 } });
    const jobsOf = (lane: string, length: number) =>
      Array.from({ length }, () => ({ lane, payload: { lane } }));
    await enqueue(app, [...jobsOf('stuck', 50), ...jobsOf('one', 5), ...jobsOf('two', 5)]);
    await until('the others are served', () => served.length === 10);
    expect(gate.entered).toBe(2);
    gate.open();
    await nothingLeft(app);
  });

  it('belong to organizations by default', async () => {
    const handlers = [handlerOf(async () => undefined, { maxInflight: 1 })];
    const app = await workers.start(handlers, { role: 'web' });
    const payloads = [{ organizationId: 1 }, { organizationId: 1 }, { organizationId: 2 }, {}];
    await enqueue(
      app,
      payloads.map((payload) => ({ payload })),
    );
    const claimed = await claimAndDie(app, handlers);
    expect(claimed.map(({ payload }) => payload.organizationId).sort()).toEqual([1, 2, undefined]);
  });

  it('share the room of a kind in a process, and leave room for other kinds', async () => {
    const gate = new Gate();
    const running: string[] = [];
    const hold = async ({ kind, payload }: Job<Record<string, unknown>>) => {
      running.push(`${kind} ${String(payload.organizationId)}`);
      await gate.pass();
    };
    const started = (kind: string) => running.filter((name) => name.startsWith(`test.${kind}`));
    const limited = { kind: 'test.heavy', maxInflight: 2, maxInProcess: 3 };
    const app = await workers.start([handlerOf(hold, limited), handlerOf(hold, { kind: 'test.light' })], {
      limits: { concurrency: 6 },
    });
    const heavy = [1, 1, 1, 1, 2, 2, 3].map((organizationId) => ({
      kind: 'test.heavy',
      payload: { organizationId },
    }));
    const light = { kind: 'test.light', payload: { organizationId: 1 } };
    await enqueue(app, [...heavy, light]);
    await until('both kinds run', () => started('heavy').length === 3 && started('light').length === 1);
    await enqueue(app, [light]);
    await until('it has looked again', () => started('light').length === 2);
    expect(started('heavy')).toHaveLength(3);
    expect(new Set(started('heavy')).size).toBeGreaterThan(1);
    gate.open();
    await nothingLeft(app);
    expect(running).toHaveLength(9);
  });

  it('take turns', async () => {
    const app = await workers.start([handlerOf(async () => undefined)], { role: 'web' });
    for (const lane of ['one', 'two', 'three']) {
      await enqueue(
        app,
        Array.from({ length: 9 }, () => ({ lane, payload: { lane } })),
      );
    }
    const handlers = [handlerOf(async () => undefined)];
    for (let turn = 0; turn < 3; turn++) {
      const { jobs } = await claimJobs(app.get(Statements), handlers, { lanes: 8, limit: 9 });
      const lanes = jobs.map(({ payload }) => payload.lane).sort();
      expect(lanes).toEqual(['one', 'one', 'one', 'three', 'three', 'three', 'two', 'two', 'two']);
    }
  });

  it('are woken by a sweep if they sleep while a job is due', async () => {
    let ran = 0;
    const app = await workers.start([handlerOf(async () => void ran++)], { role: 'web' });
    await enqueue(app, [{}]);
    await rows(app, `update job_lanes set ready_at = 'infinity'`);
    const worker = await workers.start([handlerOf(async () => void ran++)]);
    expect(await claimAndDie(app, [handlerOf(async () => undefined)])).toEqual([]);
    await worker.get(JobReaper).sweep();
    worker.get(JobQueue).ring();
    await until('the job has run', () => ran === 1);
  });
});

describe('results', () => {
  it('commit with the end of the job, or not at all', async () => {
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

  it('are refused from a worker that lost its lease', async () => {
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

  it('without effects are refused, too', async () => {
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

  it("may add jobs to each other's lanes without a deadlock", async () => {
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

describe('retries', () => {
  it("wait for their delay by the service's time", async () => {
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

  it('end after the last attempt with a failed job, which quotes no message', async () => {
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

  it('end at once if the handler reports a failure', async () => {
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

  it('follow a run that exceeded its time, which its signal reports', async () => {
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

  it('are not logged one by one while the database is lost, nor is what fails late', async () => {
    const run = async () => {
      throw new Error('Connection terminated unexpectedly');
    };
    const app = await workers.start([handlerOf(run, { maxAttempts: 1 })]);
    const lines: unknown[] = [];
    const write = (line: unknown) => void lines.push(line);
    Logger.overrideLogger({ log: write, warn: write, error: write });
    try {
      // The second time the outage is over.
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
