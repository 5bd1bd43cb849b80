import { type INestApplicationContext } from '@nestjs/common';
import { Random } from '../../../scripts/mrz/random.js';
import { inDepth } from '../../../test/support/in-depth.js';
import { enqueue, handlerOf, rows, useJobWorkers } from '../../../test/support/job-workers.js';
import { until } from '../../../test/support/until.js';
import { Statements } from '../database/statements.js';
import { LEASE_SECONDS } from './engine/job.queries.js';
import { JobReaper } from './engine/job-reaper.js';
import { claimPacedJobs } from './engine/paced-job.queries.js';
import { type JobPace, type JobResult } from './job-handler.js';
import { JobPaces } from './job-paces.js';
import { JobQueue, type NewJob } from './job-queue.js';

const KIND = 'test.work';
const PER_MINUTE = 30;
/** Room for any number. */
const ROOMS = [100, 100, 100];
const NO_LIMIT: JobPace = { perMinute: undefined };
const REFUSAL = { answer: '421 slow down', agoMs: 0, waits: 0 };

const workers = useJobWorkers();

/** A process that claims nothing by itself. */
const start = (pace: JobPace = { perMinute: PER_MINUTE }) =>
  workers.start([handlerOf(async () => undefined, { maxInProcess: 8, pace })], { role: 'web' });

/** The names of the jobs that it may begin now. */
async function begin(
  app: INestApplicationContext,
  { perMinute }: JobPace = { perMinute: PER_MINUTE },
): Promise<string[]> {
  const begun: string[] = [];
  for (;;) {
    const claim = { rooms: ROOMS, perMinute, minuteSeconds: 60 };
    const { jobs } = await claimPacedJobs(app.get(Statements), KIND, claim);
    if (jobs.length === 0) return begun;
    begun.push(...jobs.map(({ payload }) => String(payload.name)));
  }
}

const jobsOf = (name: string, count: number, more: Partial<NewJob> = {}): Partial<NewJob>[] =>
  Array.from({ length: count }, () => ({ payload: { name }, lane: name, ...more }));
const codes = (count: number) => jobsOf('code', count, { rank: 'first' });

/** Begins what it may, second after second. @returns what began */
async function beginFor(seconds: number, app: INestApplicationContext): Promise<string[]> {
  const begun: string[] = [];
  for (let second = 0; second < seconds; second++) {
    begun.push(...(await begin(app)));
    await workers.moveClock('1 second');
  }
  return begun;
}

/** When the jobs began, in seconds. */
async function beginnings(app: INestApplicationContext): Promise<number[]> {
  const found = await rows(
    app,
    `select extract(epoch from lease_until)::float8 - ${LEASE_SECONDS} as at from jobs
     where lease_until is not null order by lease_until`,
  );
  return found.map(({ at }) => Number(at));
}

describe('jobs with a pace', () => {
  it('begin evenly, at four fifths of the pace', async () => {
    const app = await start();
    await enqueue(app, jobsOf('one', 120));
    await beginFor(120, app);
    const times = await beginnings(app);
    const span = times.at(-1)! - times[0]!;
    expect(times.length).toBeGreaterThanOrEqual(span / 3);
    for (const [at, time] of times.slice(1).entries()) expect(time - times[at]!).toBeGreaterThan(1.4);
  });

  it('never exceed the pace in any minute, even if jobs of the first rank come all at once', async () => {
    const app = await start();
    await enqueue(app, jobsOf('one', 200));
    await beginFor(45, app);
    await enqueue(app, codes(40));
    await beginFor(90, app);
    const times = await beginnings(app);
    const inAMinute = times.map((from) => times.filter((at) => at >= from && at < from + 60).length);
    expect(Math.max(...inAMinute)).toBeLessThanOrEqual(PER_MINUTE);
    expect(Math.max(...inAMinute)).toBeGreaterThanOrEqual(PER_MINUTE - 3);
  });

  it('go by rank: a fifth of the pace is there at once for the first, and the last wait for all others', async () => {
    const app = await start();
    await enqueue(app, [...jobsOf('bulk', 9, { rank: 'last' }), ...jobsOf('one', 2), ...codes(7)]);
    expect(await begin(app)).toEqual(Array.from({ length: 6 }, () => 'code'));
    await workers.moveClock('2.5 seconds');
    expect(await begin(app)).toEqual(['code']);
    const order: string[] = [];
    await until('the rest has begun', async () => {
      await workers.moveClock('10 seconds');
      order.push(...(await begin(app)));
      return order.length >= 4;
    });
    expect(order.slice(0, 4)).toEqual(['one', 'one', 'bulk', 'bulk']);
  });

  it('of the first rank leave the others a fifth', async () => {
    const app = await start();
    await enqueue(app, [...jobsOf('one', 50), ...codes(300)]);
    const begun = await beginFor(120, app);
    expect(begun.filter((name) => name === 'one').length).toBeGreaterThanOrEqual(10);
    expect(begun.filter((name) => name === 'code').length).toBeGreaterThanOrEqual(36);
  });

  it('take turns by lanes, however many one of them has', async () => {
    const app = await start();
    await enqueue(app, jobsOf('many', 50));
    expect(await begin(app)).toEqual(['many']);
    await enqueue(app, jobsOf('single', 1));
    await workers.moveClock('2.5 seconds');
    expect(await begin(app)).toEqual(['single']);
  });

  it('share it among processes that claim at once', async () => {
    const apps = await Promise.all([start(), start(), start()]);
    await enqueue(apps[0], [...jobsOf('one', 50), ...jobsOf('two', 50), ...codes(50)]);
    await Promise.all(apps.map((app) => begin(app)));
    await until('none was locked', async () => (await begin(apps[0])).length === 0);
    const times = await beginnings(apps[0]);
    const seconds = times.at(-1)! - times[0]!;
    expect(times.length).toBeGreaterThanOrEqual(6);
    expect(times.length).toBeLessThanOrEqual(6 + seconds * 0.4 + 0.001);
  });

  it('of a process that died run again in their turn', async () => {
    const app = await start();
    await enqueue(app, codes(6));
    expect(await begin(app)).toHaveLength(6);
    expect(await begin(app)).toEqual([]);
    await workers.moveClock('30 seconds');
    await app.get(JobReaper).reap();
    expect(await begin(app)).toHaveLength(6);
    expect(await rows(app, 'select inflight from job_lanes')).toEqual([{ inflight: 6 }]);
  });

  it('begin again when the clock has gone back', async () => {
    const app = await start();
    await enqueue(app, jobsOf('one', 9));
    await begin(app);
    await app.get(JobPaces).refused(KIND, { ...REFUSAL, limit: 'quota' });
    await workers.moveClock('-1 day');
    await enqueue(app, jobsOf('two', 9));
    expect(await begin(app)).toEqual([]);
    await workers.moveClock('30 minutes');
    expect((await begin(app)).length).toBeGreaterThan(0);
  });

  inDepth(
    'of the first rank at half the pace wait for five seconds at most, 19 of 20 of them',
    async () => {
      const app = await start();
      const minutes = 15;
      await enqueue(app, jobsOf('bulk', 40 * minutes, { rank: 'last' }));
      const random = new Random(57);
      let afterSeconds = 0;
      // Poisson arrivals.
      const arrivals = Array.from({ length: (minutes * PER_MINUTE) / 2 }, () => {
        afterSeconds -= Math.log(1 - random.next()) * (120 / PER_MINUTE);
        return { ...codes(1)[0], runAt: { afterSeconds } };
      });
      await enqueue(app, arrivals);
      await beginFor(minutes * 60, app);
      const [seen] = await rows(
        app,
        `select count(*)::integer as codes,
           percentile_cont(0.95) within group (order by extract(epoch from lease_until - run_at) - ${LEASE_SECONDS}) as p95
         from jobs where lease_until is not null and payload ->> 'name' = 'code'`,
      );
      console.log(`${String(seen!.codes)} codes at half the pace: p95 ${Number(seen!.p95).toFixed(2)} s`);
      expect(seen!.codes).toBeGreaterThan(arrivals.length * 0.9);
      expect(seen!.p95).toBeLessThanOrEqual(5);
    },
    600_000,
  );

  it('have any number without a limit', async () => {
    const app = await start(NO_LIMIT);
    await enqueue(app, jobsOf('one', 50));
    expect(await begin(app, NO_LIMIT)).toHaveLength(50);
    expect(await app.get(JobPaces).state(KIND)).toMatchObject({ perMinute: null, isSlowed: false });
  });
});

describe('a refusal because of the pace', () => {
  it('halves it once for all jobs under way, and it grows by a tenth each minute', async () => {
    const app = await start();
    const paces = app.get(JobPaces);
    await enqueue(app, jobsOf('one', 50));
    await begin(app);
    const refuse = () => paces.refused(KIND, { ...REFUSAL, agoMs: 60_000, limit: 'pace' });
    await Promise.all([refuse(), refuse(), refuse()]);
    const slowed = await paces.state(KIND);
    expect(slowed).toMatchObject({ isSlowed: true, answer: '421 slow down' });
    expect(slowed.perMinute).toBeCloseTo(15, 0);
    await workers.moveClock('2 minutes');
    const { perMinute } = await paces.state(KIND);
    expect(perMinute).toBeCloseTo(15 * 1.1 ** 2, 0);
    await workers.moveClock('6 minutes');
    expect(await paces.state(KIND)).toMatchObject({ perMinute: 30, isSlowed: false });
  });

  it('holds all jobs for ten seconds, and then begins with the first rank', async () => {
    const app = await start();
    await enqueue(app, jobsOf('one', 50));
    await begin(app);
    await app.get(JobPaces).refused(KIND, { ...REFUSAL, limit: 'pace' });
    await enqueue(app, codes(1));
    expect(await begin(app)).toEqual([]);
    await workers.moveClock('10 seconds');
    expect(await begin(app)).toEqual(['code']);
  });

  it('gives those without a limit one of 60 a minute, which is forgotten after an hour', async () => {
    const app = await start(NO_LIMIT);
    const paces = app.get(JobPaces);
    await paces.refused(KIND, { ...REFUSAL, limit: 'pace' });
    expect((await paces.state(KIND)).perMinute).toBeCloseTo(60, 0);
    await workers.moveClock('1 hour');
    expect((await paces.state(KIND)).perMinute).toBeNull();
  });

  it('slows nothing down if only one job is refused, after others were accepted', async () => {
    const app = await start();
    const paces = app.get(JobPaces);
    for (let waits = 0; waits < 3; waits++) {
      expect(await paces.refused(KIND, { ...REFUSAL, limit: 'pace', waits })).toMatchObject({
        isLone: false,
      });
      await workers.moveClock('20 minutes');
      await paces.accepted(KIND, 0);
    }
    expect(await paces.refused(KIND, { ...REFUSAL, limit: 'pace', waits: 3 })).toMatchObject({
      isLone: true,
    });
    expect((await paces.state(KIND)).perMinute).toBe(30);
    // While others are refused as well, it is one of them.
    await paces.refused(KIND, { ...REFUSAL, limit: 'pace' });
    expect(await paces.refused(KIND, { ...REFUSAL, limit: 'pace', waits: 3 })).toMatchObject({
      isLone: false,
    });
  });
});

describe('a quota that is used up', () => {
  it('is tried again after half an hour, and by the first rank after five minutes', async () => {
    const app = await start();
    const paces = app.get(JobPaces);
    await enqueue(app, jobsOf('one', 50));
    await begin(app);
    await paces.refused(KIND, { ...REFUSAL, limit: 'quota', answer: '550 5.4.5 Daily limit' });
    expect(await paces.state(KIND)).toMatchObject({ isSlowed: false, answer: '550 5.4.5 Daily limit' });
    expect((await paces.state(KIND)).quotaSince).toBeInstanceOf(Date);
    await workers.moveClock('4 minutes');
    await enqueue(app, codes(1));
    expect(await begin(app)).toEqual([]);
    await workers.moveClock('1 minute');
    expect(await begin(app)).toEqual(['code']);
    await workers.moveClock('23 minutes');
    expect(await begin(app)).toEqual([]);
    await workers.moveClock('2 minutes');
    expect((await begin(app))[0]).toBe('one');
  });

  it('is over with the first job that succeeds and began after the refusal', async () => {
    const app = await start();
    const paces = app.get(JobPaces);
    await enqueue(app, jobsOf('one', 50));
    await begin(app);
    await paces.refused(KIND, { ...REFUSAL, limit: 'quota' });
    await workers.moveClock('5 minutes');
    await paces.accepted(KIND, 6 * 60_000);
    expect(await begin(app)).toEqual([]);
    await paces.accepted(KIND, 60_000);
    await workers.moveClock('15 seconds');
    expect((await begin(app))[0]).toBe('one');
    expect(await paces.state(KIND)).toMatchObject({ quotaSince: null, answer: null });
  });
});

it('a job that waits keeps its attempts and its place, and is woken in its turn', async () => {
  const begun: string[] = [];
  let refused = false;
  const app: INestApplicationContext = await workers.start([
    handlerOf(
      async ({ payload, attempt, waits }): Promise<JobResult> => {
        begun.push(`${String(payload.name)}, attempt ${attempt}, ${waits} waits`);
        if (refused) return { outcome: 'done' };
        refused = true;
        await app.get(JobPaces).refused(KIND, { ...REFUSAL, limit: 'pace' });
        return { outcome: 'waits', error: 'pace' };
      },
      { maxAttempts: 1, maxInProcess: 8, pace: { perMinute: 6_000 } },
    ),
  ]);
  await enqueue(app, [...jobsOf('one', 1), ...jobsOf('two', 1, { lane: 'one', runAt: { afterSeconds: 1 } })]);
  await until('it waits', async () => (await rows(app, 'select 1 from jobs where waits = 1')).length === 1);
  expect(begun).toEqual(['one, attempt 1, 0 waits']);
  await workers.moveClock('1 minute');
  app.get(JobQueue).ring();
  await until('both have run', () => begun.length === 3);
  expect(begun.slice(1)).toEqual(['one, attempt 1, 1 waits', 'two, attempt 1, 0 waits']);
  await until('nothing is left', async () => (await rows(app, 'select 1 from jobs')).length === 0);
  expect(await rows(app, 'select inflight from job_lanes')).toEqual([{ inflight: 0 }]);
});
