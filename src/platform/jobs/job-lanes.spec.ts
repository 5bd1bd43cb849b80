import { Gate } from '../../../test/support/gate.js';
import {
  claimAndDie,
  enqueue,
  handlerOf,
  nothingLeft,
  rows,
  useJobWorkers,
} from '../../../test/support/job-workers.js';
import { until } from '../../../test/support/until.js';
import { Statements } from '../database/statements.js';
import { claimJobs, giveBackJobs } from './engine/job.queries.js';
import { JobReaper } from './engine/job-reaper.js';
import { type Job } from './job-handler.js';
import { JobQueue } from './job-queue.js';

const workers = useJobWorkers();

describe('lanes', () => {
  it('never runs more jobs of a lane at once than its kind allows, across all workers', async () => {
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

  it('does not let one lane delay another', async () => {
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

  it('gives each organization its own lane by default', async () => {
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

  it('shares a kind’s slots in a process among lanes, and leaves room for other kinds', async () => {
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

  it('takes turns among lanes', async () => {
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

  it('reaches returned jobs of a lane after later ones were claimed', async () => {
    const handlers = [handlerOf(async () => undefined)];
    const app = await workers.start(handlers, { role: 'web' });
    const claimOne = async () =>
      (await claimJobs(app.get(Statements), handlers, { lanes: 1, limit: 1 })).jobs;
    await enqueue(app, [{ lane: 'one', payload: { number: 1 } }]);
    const first = await claimOne();
    await enqueue(app, [{ lane: 'one', payload: { number: 2 } }]);
    expect(await claimOne()).toMatchObject([{ payload: { number: 2 } }]);
    await giveBackJobs(app.get(Statements), first);
    expect(await claimOne()).toMatchObject([{ payload: { number: 1 } }]);
    await workers.moveClock('1 minute');
    await app.get(JobReaper).reap();
    const returned = await claimAndDie(app, handlers);
    expect(returned.map(({ payload }) => payload.number)).toEqual([1, 2]);
  });

  it.each(['infinity', 'now'])(
    'wakes a lane by a sweep if it sleeps while a job is due (%s)',
    async (time) => {
      let ran = 0;
      const app = await workers.start([handlerOf(async () => void ran++)], { role: 'web' });
      await enqueue(app, [{}]);
      await rows(app, `update job_lanes set ready_at = '${time}'`);
      const worker = await workers.start([handlerOf(async () => void ran++)]);
      expect(await claimAndDie(app, [handlerOf(async () => undefined)])).toEqual([]);
      // The worker's own first claim may have just locked the lane, which the sweep then leaves to the next one.
      await until('the job has run', async () => {
        await worker.get(JobReaper).sweep();
        worker.get(JobQueue).ring();
        return ran === 1;
      });
    },
  );
});
