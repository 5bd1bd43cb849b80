import { type INestApplicationContext } from '@nestjs/common';
import { Random } from '../../../scripts/mrz/random.js';
import { inDepth } from '../../../test/support/in-depth.js';
import { enqueue, handlerOf, nothingLeft, rows, useJobWorkers } from '../../../test/support/job-workers.js';
import { Statements } from '../database/statements.js';
import { Transactions } from '../database/transactions.js';
import { claimJobs, completeJobs } from './engine/job.queries.js';

const workers = useJobWorkers();

const LANES = 12;

/** Adds `count` jobs on random lanes, in transactions of one to five. */
async function enqueueAtRandom(app: INestApplicationContext, count: number, random: Random): Promise<void> {
  for (let left = count; left > 0;) {
    const size = Math.min(left, 1 + random.below(5));
    const jobs = Array.from({ length: size }, () => ({ lane: String(random.below(LANES)) }));
    await enqueue(app, jobs);
    left -= size;
  }
}

it('runs every job exactly once, with several producers and workers', async () => {
  const runs = new Map<number, number>();
  const handlers = [
    handlerOf(async ({ id }) => void runs.set(id, (runs.get(id) ?? 0) + 1), { maxInflight: 4 }),
  ];
  const apps = await Promise.all([1, 2, 3].map(() => workers.start(handlers)));
  await Promise.all(apps.map((app, index) => enqueueAtRandom(app, 300, new Random(index))));
  await nothingLeft(apps[0]!);
  expect(runs.size).toBe(900);
  expect(new Set(runs.values())).toEqual(new Set([1]));
  expect(await rows(apps[0]!, 'select distinct inflight from job_lanes')).toEqual([{ inflight: 0 }]);
});

inDepth('never lets a lane sleep while a job is due', async () => {
  const handlers = [handlerOf(async () => undefined, { maxInflight: 3 })];
  const app = await workers.start(handlers, { role: 'web' });
  const db = app.get(Statements);
  let adding = true;
  let ended = 0;
  const work = async (limit: number): Promise<void> => {
    // There is no sweep here, so a lane that fell asleep would stay asleep.
    for (let empty = 0; adding || empty < 3;) {
      const { jobs, busy } = await claimJobs(db, handlers, { lanes: 8, limit });
      const completed = await completeJobs(db, jobs);
      ended += completed;
      empty = jobs.length > 0 || busy || adding ? 0 : empty + 1;
    }
  };
  const adders = [1, 2, 3, 4].map((seed) => enqueueAtRandom(app, 750, new Random(seed)));
  const claimers = [1, 2, 5, 20].map(work);
  await Promise.all(adders);
  adding = false;
  await Promise.all(claimers);
  expect(ended).toBe(3_000);
  expect(await rows(app, 'select 1 from jobs')).toEqual([]);
  expect(await rows(app, 'select distinct inflight, ready_at from job_lanes')).toEqual([
    { inflight: 0, ready_at: Infinity },
  ]);
});

it('abandons a claim that would have to wait, as it may keep others waiting in turn', async () => {
  const handlers = [handlerOf(async () => undefined)];
  const app = await workers.start(handlers, { role: 'web' });
  await enqueue(app, [{}]);
  const claim = () => claimJobs(app.get(Statements), handlers, { lanes: 8, limit: 8 });
  await app.get(Transactions).run(async (tx) => {
    await tx.query('lock table job_lanes in exclusive mode');
    expect(await claim()).toEqual({ busy: true, jobs: [] });
  });
  expect(await claim()).toMatchObject({ busy: false, jobs: [{ kind: 'test.work' }] });
});
