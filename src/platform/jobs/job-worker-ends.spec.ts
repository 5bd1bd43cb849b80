import { type EntityManager } from 'typeorm';
import { Gate } from '../../../test/support/gate.js';
import { inDepth } from '../../../test/support/in-depth.js';
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
import { LiveProcess } from '../processes/live-process.js';
import { ProcessLimits } from '../processes/process-limits.js';
import { JobReaper } from './engine/job-reaper.js';
import { JobRunner } from './engine/job-runner.js';
import { type Job } from './job-handler.js';

const workers = useJobWorkers();

describe('a dead worker', () => {
  it('takes a dead worker’s jobs within 30 seconds, however long they may take', async () => {
    const handlers = [handlerOf(async () => undefined, { maxInflight: 1, timeoutMs: 240_000 })];
    const app = await workers.start(handlers, { role: 'web' });
    await enqueue(app, [{}]);
    expect(await claimAndDie(app, handlers)).toHaveLength(1);
    await app.get(JobReaper).reap();
    expect(await claimAndDie(app, handlers)).toEqual([]);
    await workers.moveClock('24 seconds');
    await app.get(JobReaper).reap();
    expect(await claimAndDie(app, handlers)).toMatchObject([{ attempt: 1 }]);
  });

  it('takes a dead worker’s jobs as soon as another worker starts, before its first regular check', async () => {
    const handlers = [handlerOf(async () => undefined)];
    const app = await workers.start(handlers, { role: 'web' });
    await enqueue(app, [{}]);
    await claimAndDie(app, handlers);
    await workers.moveClock('24 seconds');
    await workers.start(handlers, { limits: { pollMs: 10 } });
    await nothingLeft(app);
  });

  inDepth('counts no attempt for a worker’s death; the job waits after 20 and ends after 60', async () => {
    const onExhausted = (tx: EntityManager, job: Job<object>, error: string) =>
      note(`${job.attempt}: ${error}`)(tx);
    const handlers = [handlerOf(async () => undefined, { maxAttempts: 2, onExhausted })];
    const app = await workers.start(handlers, { role: 'web' });
    await makeResults(app);
    await enqueue(app, [{ payload: { id: 7 } }]);
    for (let death = 1; death <= 60; death++) {
      expect(await claimAndDie(app, handlers)).toMatchObject([{ attempt: 1 }]);
      await workers.moveClock('24 seconds');
      await app.get(JobReaper).reap();
      if (death < 20 || death === 60) continue;
      const waitsMs = Math.min(300_000, 30_000 * 2 ** (death - 20));
      await workers.moveClock(`${waitsMs - 1_000} milliseconds`);
      expect(await claimAndDie(app, handlers)).toEqual([]);
      await workers.moveClock('1 second');
    }
    const error = 'its workers died 60 times';
    expect(await rows(app, 'select payload, attempts, error from failed_jobs')).toEqual([
      { payload: { id: 7 }, attempts: 1, error },
    ]);
    expect(await results(app)).toEqual([`1: ${error}`]);
    expect(await rows(app, 'select 1 from jobs')).toEqual([]);
    expect(await rows(app, 'select inflight from job_lanes')).toEqual([{ inflight: 0 }]);
  });
});

describe('a handler that judges the jobs of dead workers', () => {
  it('lets a handler end the lost jobs that must not run again, and runs the others', async () => {
    const ran: unknown[] = [];
    const judgeLost = async (payloads: Record<string, unknown>[]) =>
      payloads.map(({ id }) =>
        id === 1 ? ({ outcome: 'done', commit: note('ended 1') } as const) : undefined,
      );
    const handlers = [handlerOf(async ({ payload }) => void ran.push(payload), { judgeLost })];
    const app = await workers.start(handlers, { role: 'web' });
    await makeResults(app);
    await enqueue(app, [{ payload: { id: 1 } }, { payload: { id: 2 } }]);
    expect(await claimAndDie(app, handlers)).toHaveLength(2);
    await app.get(JobReaper).reap();
    expect(await results(app)).toEqual([]);
    await workers.moveClock('24 seconds');
    const others = await Promise.all([1, 2].map(() => workers.start(handlers)));
    await Promise.all(others.map((other) => other.get(JobReaper).reap()));
    await nothingLeft(app);
    expect(await results(app)).toEqual(['ended 1']);
    expect(ran).toEqual([{ id: 2 }]);
    expect(await rows(app, 'select inflight from job_lanes')).toEqual([{ inflight: 0 }]);
    expect(await rows(app, 'select 1 from failed_jobs')).toEqual([]);
  });
});

describe('a living worker', () => {
  it('keeps a living worker’s jobs for as long as they take', async () => {
    const gate = new Gate();
    const handlers = [handlerOf(() => gate.pass(), { timeoutMs: 240_000 })];
    const worker = await workers.start(handlers);
    const other = await workers.start(handlers, { role: 'web' });
    await enqueue(worker, [{}]);
    await until('it is at it', () => gate.entered === 1);
    for (let turn = 0; turn < 8; turn++) {
      await workers.moveClock('15 seconds');
      await worker.get(JobRunner).renew();
      await other.get(JobReaper).reap();
      expect(await claimAndDie(other, handlers)).toEqual([]);
    }
    gate.open();
    await nothingLeft(other);
    expect(gate.entered).toBe(1);
  });

  it('does not take a living worker’s jobs for a dead one’s, however late it renews them', async () => {
    const gate = new Gate();
    const worker = await workers.start([handlerOf(() => gate.pass())], { limits: { reapMs: 10 } });
    await enqueue(worker, [{}]);
    await until('it is at it', () => gate.entered === 1);
    await workers.moveClock('10 minutes');
    await until(
      'the lease is renewed',
      async () => (await rows(worker, 'select 1 from jobs where lease_until > app_now()')).length === 1,
    );
    expect(await rows(worker, 'select attempt from jobs')).toEqual([{ attempt: 1 }]);
    gate.open();
    await nothingLeft(worker);
    expect(gate.entered).toBe(1);
  });

  it('stops work on a job taken from its worker, and on no other', async () => {
    const gate = new Gate();
    const stopped: unknown[] = [];
    const run = async ({ payload }: Job<Record<string, unknown>>, signal: AbortSignal) => {
      signal.addEventListener('abort', () => stopped.push([payload.name, (signal.reason as Error).name]));
      await gate.pass();
    };
    const handlers = [handlerOf(run)];
    const worker = await workers.start(handlers);
    const other = await workers.start(handlers, { role: 'web' });
    await enqueue(worker, [{ payload: { name: 'taken' } }]);
    await until('it is at the first', () => gate.entered === 1);
    await workers.moveClock('24 seconds');
    await other.get(JobReaper).reap();
    expect(await claimAndDie(other, handlers)).toMatchObject([{ attempt: 1 }]);
    await enqueue(worker, [{ payload: { name: 'kept' } }]);
    await until('it is at the second', () => gate.entered === 2);
    await worker.get(JobRunner).renew();
    expect(stopped).toEqual([['taken', 'LeaseLostError']]);
    gate.open();
    await until('the second has ended', async () => (await rows(other, 'select 1 from jobs')).length === 1);
  });
});

describe('a worker that stops', () => {
  it('finishes a stopping worker’s jobs and claims no others', async () => {
    const gate = new Gate();
    const handlers = [handlerOf(() => gate.pass(), { maxInflight: 1 })];
    const worker = await workers.start(handlers);
    const web = await workers.start(handlers, { role: 'web' });
    await enqueue(worker, [{}, {}]);
    await until('the first is at it', () => gate.entered === 1);
    const stopped = workers.stop(worker);
    gate.open();
    await stopped;
    expect(gate.entered).toBe(1);
    expect(await rows(web, 'select attempt, lease_until from jobs')).toEqual([
      { attempt: 0, lease_until: null },
    ]);
  });

  it('interrupts jobs that outlast the stop of a worker and returns them untried', async () => {
    let reason: unknown;
    const run = (_: Job<object>, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          reject(new Error('stopped'));
        }),
      );
    const worker = await workers.start([handlerOf(run)], { limits: { stopMs: 10 } });
    const web = await workers.start([handlerOf(run)], { role: 'web' });
    await enqueue(worker, [{}]);
    await until('it is at it', async () => (await rows(web, 'select 1 from jobs where attempt = 1')).length);
    await workers.stop(worker);
    expect(reason).toMatchObject({ message: 'the process is stopping' });
    expect(await rows(web, 'select attempt, lease_until from jobs')).toEqual([
      { attempt: 0, lease_until: null },
    ]);
    expect(await rows(web, 'select inflight, ready_at <= app_now() as ready from job_lanes')).toEqual([
      { inflight: 0, ready: true },
    ]);
    expect(await rows(web, 'select 1 from failed_jobs')).toEqual([]);
  });
});

it('leaves jobs to others once the database demands a later version of it', async () => {
  const ran: string[] = [];
  const start = (name: string, limits = {}) =>
    workers.start([handlerOf(async () => void ran.push(name))], { limits });
  const older = await start('older');
  const web = await workers.start([handlerOf(async () => undefined)], { role: 'web' });
  await enqueue(web, [{ runAt: { afterSeconds: 60 } }]);
  await rows(web, 'update data_format set minimum_version = 9');
  older.get(ProcessLimits).currentMs = 0;
  older.get(JobRunner).wake();
  await until('it knows', () => older.get(LiveProcess).isOutdated);
  await workers.moveClock('61 seconds');
  older.get(JobRunner).wake();
  await rows(web, 'update data_format set minimum_version = 1');
  await start('newer', { pollMs: 10 });
  await nothingLeft(web);
  expect(ran).toEqual(['newer']);
});
