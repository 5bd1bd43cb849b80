import { type EntityManager } from 'typeorm';
import { Gate } from '../../../test/support/gate.js';
import {
  claimAndDie,
  enqueue,
  handlerOf,
  makeResults,
  nothingLeft,
  results,
  rows,
  useJobWorkers,
} from '../../../test/support/job-workers.js';
import { until } from '../../../test/support/until.js';
import { JobReaper } from './engine/job-reaper.js';
import { type Job, type JobHandler, type JobResult } from './job-handler.js';
import { JobQueue } from './job-queue.js';

const workers = useJobWorkers();

/** Jobs that end in the same turn, each with its payload's text as the effect. */
function groupOf(gate: Gate, settings: Partial<JobHandler> = {}) {
  const groups: string[][] = [];
  const run = async ({ payload, attempt }: Job<Record<string, unknown>>): Promise<JobResult> => {
    await gate.pass();
    const ending = { effect: `${String(payload.text)}${attempt > 1 ? ` in ${attempt}` : ''}` };
    return payload.isLate
      ? { outcome: 'retry', afterSeconds: 60, error: 'late', ...ending }
      : { outcome: 'done', ...ending };
  };
  const commitEffects = async (tx: EntityManager, effects: unknown[]) => {
    const texts = effects as string[];
    groups.push(texts);
    await tx.query('insert into results select unnest($1::text[])', [texts]);
    if (texts.includes('poison')) throw new TypeError('cannot be written');
  };
  return { groups, handler: handlerOf(run, { commitEffects, ...settings }) };
}

const inflight = 'select inflight from job_lanes order by id';

it('records a group of jobs together and ends each as it should', async () => {
  const gate = new Gate();
  const { groups, handler } = groupOf(gate);
  const app = await workers.start([handler]);
  await makeResults(app);
  await enqueue(app, [
    { payload: { text: 'a' }, lane: 'one' },
    { payload: { text: 'b', isLate: true }, lane: 'two' },
    { payload: { text: 'c' }, lane: 'one' },
  ]);
  await until('all are at work', () => gate.entered === 3);
  gate.open();
  await until('two are done', async () => (await rows(app, 'select 1 from jobs')).length === 1);
  expect(groups.map((texts) => texts.toSorted())).toEqual([['a', 'b', 'c']]);
  expect(await results(app)).toEqual(['a', 'b', 'c']);
  expect(await rows(app, 'select attempt, lease_until, run_at > app_now() as waits from jobs')).toEqual([
    { attempt: 1, lease_until: null, waits: true },
  ]);
  expect(await rows(app, inflight)).toEqual([{ inflight: 0 }, { inflight: 0 }]);
  await workers.moveClock('61 seconds');
  app.get(JobQueue).ring();
  await until('it was tried again', () => groups.length === 2);
  expect(groups[1]).toEqual(['b in 2']);
});

it('loses and repeats nothing because one job cannot be written', async () => {
  const gate = new Gate();
  const { handler } = groupOf(gate, { maxAttempts: 1 });
  const app = await workers.start([handler]);
  await makeResults(app);
  const texts = ['a', 'b', 'poison', 'c', 'd'];
  await enqueue(
    app,
    texts.map((text) => ({ payload: { text }, lane: 'one' })),
  );
  await until('all are at work', () => gate.entered === texts.length);
  gate.open();
  await nothingLeft(app);
  expect(await results(app)).toEqual(['a', 'b', 'c', 'd']);
  expect(gate.entered).toBe(texts.length);
  expect(await rows(app, "select payload ->> 'text' as text, error from failed_jobs")).toEqual([
    { text: 'poison', error: expect.stringMatching(/^TypeError/) },
  ]);
  expect(await rows(app, inflight)).toEqual([{ inflight: 0 }]);
});

it('leaves out the job whose lease was lost, and no other', async () => {
  const gate = new Gate();
  const { groups, handler } = groupOf(gate);
  const app = await workers.start([handler]);
  const other = await workers.start([handler], { role: 'web' });
  await makeResults(app);
  await enqueue(app, [{ payload: { text: 'lost' } }]);
  await until('it is at the first', () => gate.entered === 1);
  await workers.moveClock('24 seconds');
  await other.get(JobReaper).reap();
  expect(await claimAndDie(other, [handler])).toHaveLength(1);
  await enqueue(app, [{ payload: { text: 'a' } }, { payload: { text: 'b' } }]);
  await until('it is at the others', () => gate.entered === 3);
  gate.open();
  await until('these are done', async () => (await rows(app, 'select 1 from jobs')).length === 1);
  expect(await results(app)).toEqual(['a', 'b']);
  expect(groups.map((texts) => texts.toSorted())).toEqual([['a', 'b']]);
  expect(
    await rows(app, "select payload ->> 'text' as text, lease_until is not null as taken from jobs"),
  ).toEqual([{ text: 'lost', taken: true }]);
  expect(await rows(app, inflight)).toEqual([{ inflight: 1 }]);
});

it('gives up a job after its last attempt and records its effect', async () => {
  const gate = new Gate();
  gate.open();
  const told: string[] = [];
  const onExhausted = async (_tx: EntityManager, _job: Job<object>, error: string) => void told.push(error);
  const { handler } = groupOf(gate, { maxAttempts: 1, onExhausted });
  const app = await workers.start([handler]);
  await makeResults(app);
  await enqueue(app, [{ payload: { text: 'a', isLate: true } }]);
  await nothingLeft(app);
  expect([await results(app), told]).toEqual([['a'], ['late']]);
  expect(await rows(app, 'select error from failed_jobs')).toEqual([{ error: 'late' }]);
});

describe('pace of a lane', () => {
  const pace = `select max_inflight, timeouts from job_lanes where key = 'test.work/one'`;

  it('slows a lane to one after three timeouts in a row, and adds one per answer', async () => {
    const answers: (boolean | undefined)[] = [true, true, undefined, true, true, false, false, false, false];
    const seen: unknown[] = [];
    const run = async (): Promise<JobResult> => ({ outcome: 'done', timedOut: answers.shift() });
    const app = await workers.start([handlerOf(run, { maxInflight: 4 })]);
    while (answers.length > 0) {
      await enqueue(app, [{ lane: 'one' }]);
      await nothingLeft(app);
      const [{ max_inflight, timeouts } = {}] = await rows(app, pace);
      seen.push([max_inflight, timeouts]);
    }
    expect(seen).toEqual([
      ...[
        [4, 1],
        [4, 2],
        [4, 2],
        [1, 3],
        [1, 4],
      ],
      ...[
        [2, 0],
        [3, 0],
        [4, 0],
        [4, 0],
      ],
    ]);
  });

  it('slows a lane as its jobs end, and never exceeds its limit', async () => {
    const gate = new Gate();
    const run = async (): Promise<JobResult> => {
      await gate.pass();
      return { outcome: 'retry', afterSeconds: 0, error: 'late', timedOut: true };
    };
    const handlers = [handlerOf(run, { maxInflight: 8, maxAttempts: 9 })];
    const app = await workers.start(handlers, { role: 'web' });
    const worker = await workers.start(handlers);
    await enqueue(
      app,
      Array.from({ length: 12 }, () => ({ lane: 'one' })),
    );
    await until('the lane is full', () => gate.entered === 8);
    gate.open();
    await until('it is slow', async () => (await rows(app, pace))[0]!.max_inflight === 1);
    await workers.stop(worker);
    expect(await claimAndDie(app, handlers)).toHaveLength(1);
    expect(await rows(app, 'select inflight, max_inflight, full_inflight from job_lanes')).toEqual([
      { inflight: 1, max_inflight: 1, full_inflight: 8 },
    ]);
    await enqueue(app, [{ lane: 'one' }]);
    expect(await claimAndDie(app, handlers)).toEqual([]);
  });

  it('leaves half of a kind’s slots to lanes that do not time out', async () => {
    const gate = new Gate();
    const started: unknown[] = [];
    const run = async ({ payload }: Job<Record<string, unknown>>) => {
      started.push(payload.lane);
      await gate.pass();
    };
    const handlers = [handlerOf(run, { maxInflight: 2, maxInProcess: 4 })];
    const web = await workers.start(handlers, { role: 'web' });
    const jobsOf = (lane: string) => Array.from({ length: 2 }, () => ({ lane, payload: { lane } }));
    await enqueue(web, ['slow 1', 'slow 2', 'slow 3'].flatMap(jobsOf));
    await rows(web, 'update job_lanes set timeouts = 1');
    await enqueue(web, jobsOf('well'));
    await workers.start(handlers);
    await until('half are of the other lane', () => started.length === 4);
    expect(started.filter((lane) => lane === 'well')).toHaveLength(2);
    gate.open();
    await nothingLeft(web);
    expect(started).toHaveLength(8);
  });
});
