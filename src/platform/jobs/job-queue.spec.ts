import { DataSource } from 'typeorm';
import { inDepth } from '../../../test/support/in-depth.js';
import { enqueue, handlerOf, rows, useJobWorkers } from '../../../test/support/job-workers.js';
import { until } from '../../../test/support/until.js';
import { Transactions } from '../database/transactions.js';
import { JobQueue } from './job-queue.js';

const workers = useJobWorkers();

it('writes a job with its transaction, or not at all', async () => {
  const app = await workers.start([handlerOf(async () => undefined)], { role: 'web' });
  const queue = app.get(JobQueue);
  const refused = app.get(Transactions).run(async (tx) => {
    await queue.enqueue(tx, { kind: 'test.work', payload: {} });
    throw new Error('undone');
  });
  await expect(refused).rejects.toThrow('undone');
  expect(await rows(app, 'select 1 from jobs')).toHaveLength(0);

  await enqueue(app, [{ payload: { id: 1 } }, { payload: { id: 2 } }]);
  expect(await rows(app, 'select payload from jobs order by id')).toEqual([
    { payload: { id: 1 } },
    { payload: { id: 2 } },
  ]);
});

it('adds the jobs that a statement selects, in their order, together with others', async () => {
  const ran: unknown[] = [];
  const app = await workers.start([handlerOf(async (job) => void ran.push(job.payload))], {
    limits: { concurrency: 1 },
  });
  await app.get(Transactions).run(async (tx) => {
    const text = `select jsonb_build_object('number', n) as payload, -n as place from generate_series(1, $1) n`;
    const queue = app.get(JobQueue);
    await queue.enqueueSelected(tx, { kind: 'test.work', lane: 'b' }, { text, values: [3] });
    await queue.enqueue(tx, {
      kind: 'test.work',
      lane: 'a',
      payload: { number: 9 },
      runAt: { afterSeconds: 60 },
    });
  });
  await until('all have run', () => ran.length === 3);
  expect(ran).toEqual([{ number: 3 }, { number: 2 }, { number: 1 }]);
  expect(await rows(app, 'select payload from jobs')).toEqual([{ payload: { number: 9 } }]);
});

it('refuses jobs outside a transaction and jobs without a handler', async () => {
  const app = await workers.start([handlerOf(async () => undefined)], { role: 'web' });
  const job = { kind: 'test.work', payload: {} };
  const { manager } = app.get(DataSource);
  await expect(app.get(JobQueue).enqueue(manager, job)).rejects.toThrow('inside a transaction');
  await expect(enqueue(app, [{ kind: 'test.typo' }])).rejects.toThrow('test.typo');
});

it("runs a job when it is due by the service's time, not earlier", async () => {
  const ran: unknown[] = [];
  const app = await workers.start([handlerOf(async (job) => void ran.push(job.payload.name))]);
  const [clock] = await rows(app, `select app_now() + interval '1 hour' as later`);
  await enqueue(app, [
    { payload: { name: 'in a minute' }, runAt: { afterSeconds: 60 } },
    { payload: { name: 'in an hour' }, runAt: clock!.later as Date },
    { payload: { name: 'now' } },
  ]);
  await until('the first has run', () => ran.length === 1);
  await workers.moveClock('61 seconds');
  app.get(JobQueue).ring();
  await until('the second has run', () => ran.length === 2);
  await workers.moveClock('1 hour');
  app.get(JobQueue).ring();
  await until('the third has run', () => ran.length === 3);
  expect(ran).toEqual(['now', 'in a minute', 'in an hour']);
});

it('finds due jobs by polling if no notification arrives', async () => {
  const ran: unknown[] = [];
  const app = await workers.start([handlerOf(async (job) => void ran.push(job.id))], {
    limits: { pollMs: 20 },
  });
  await enqueue(app, [{ runAt: { afterSeconds: 60 } }]);
  await workers.moveClock('61 seconds');
  await until('the job has run', () => ran.length === 1);
});

it('ignores jobs of kinds that this process does not handle', async () => {
  const ran: string[] = [];
  const work = async (job: { kind: string }) => void ran.push(job.kind);
  const both = [handlerOf(work, { kind: 'test.one' }), handlerOf(work, { kind: 'test.two' })];
  const web = await workers.start(both, { role: 'web' });
  await workers.start(both.slice(1));
  await enqueue(web, [{ kind: 'test.one' }, { kind: 'test.two' }, { kind: 'test.one' }]);
  await until('the known job has ended', async () => (await rows(web, 'select 1 from jobs')).length === 2);
  expect(ran).toEqual(['test.two']);
});

inDepth('wakes other processes when it adds a job', async () => {
  const ran: number[] = [];
  const handlers = [handlerOf(async (job) => void ran.push(job.id))];
  const web = await workers.start(handlers, { role: 'web' });
  await workers.start(handlers);
  for (let job = 1; job <= 20; job++) {
    await enqueue(web, [{}]);
    await until('the job has run', () => ran.length === job);
  }
});

inDepth('receives notifications again after its connection was cut', async () => {
  const ran: number[] = [];
  const handlers = [handlerOf(async (job) => void ran.push(job.id))];
  const web = await workers.start(handlers, { role: 'web' });
  await workers.start(handlers);
  const listeners = `from pg_stat_activity where application_name = 'countersign:notifications' and query like 'listen%'
    and datname = current_database()`;
  for (let cut = 1; cut <= 3; cut++) {
    await until('it listens', async () => (await rows(web, `select 1 ${listeners}`)).length > 0);
    const killed = await rows(web, `select pid, pg_terminate_backend(pid) ${listeners}`);
    const alive = `select 1 ${listeners} and pid <> ${String(killed[0]!.pid)}`;
    await until('it listens again', async () => (await rows(web, alive)).length > 0);
    await enqueue(web, [{}]);
    await until('the job has run', () => ran.length === cut);
  }
});

it('does not start with two handlers for a kind, or with invalid limits', async () => {
  const handler = handlerOf(async () => undefined);
  await expect(workers.start([handler, handler])).rejects.toThrow('Two handlers');
  await expect(workers.start([{ ...handler, timeoutMs: 3_600_000 }])).rejects.toThrow('time limit');
  await expect(workers.start([{ ...handler, maxInflight: 0 }])).rejects.toThrow('limits');
});
