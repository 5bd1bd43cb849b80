import { type INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Gate } from '../../../test/support/gate.js';
import { enqueue, handlerOf, nothingLeft, rows, useJobWorkers } from '../../../test/support/job-workers.js';
import { until } from '../../../test/support/until.js';
import { Transactions } from '../database/transactions.js';
import { type JobHandler } from './job-handler.js';
import { JobQueue } from './job-queue.js';

const workers = useJobWorkers();

const KIND = 'test.work';
const KEY = { organizationId: 1, id: 7 };
const OTHER_ID = { organizationId: 1, id: 8 };
const OTHER_TENANT = { organizationId: 2, id: 7 };
const LATER = { afterSeconds: 3_600 };

const runNow = (app: INestApplicationContext, payload = KEY) =>
  app.get(Transactions).run((tx) => app.get(JobQueue).runNow(tx, { kind: KIND, payload }));

const stateOf = (app: INestApplicationContext, payload = KEY) =>
  app.get(JobQueue).state(app.get(DataSource).manager, { kind: KIND, payload });

const payloadsOf = async (app: INestApplicationContext, table = 'jobs') =>
  (await rows(app, `select payload from ${table} order by id`)).map(({ payload }) => payload);

describe('running a job now', () => {
  /** A process that only serves pages, so that jobs stay as they are. */
  const idle = () => workers.start([handlerOf(async () => undefined)], { role: 'web' });

  it('wakes the workers for a waiting job, and leaves all others', async () => {
    const ran: unknown[] = [];
    const handlers = [handlerOf(async ({ payload }) => void ran.push(payload))];
    const web = await workers.start(handlers, { role: 'web' });
    await enqueue(
      web,
      [KEY, OTHER_ID, OTHER_TENANT].map((payload) => ({ payload, runAt: LATER })),
    );
    await workers.start(handlers);
    expect(await stateOf(web)).toBe('later');
    await runNow(web);
    await until('it has run', async () => (await stateOf(web)) === null);
    expect(ran).toEqual([KEY]);
    expect(await payloadsOf(web)).toEqual([OTHER_ID, OTHER_TENANT]);
    expect(await stateOf(web, OTHER_TENANT)).toBe('later');
  });

  it('keeps the attempts of a waiting job, and the place of one that is due', async () => {
    const app = await idle();
    await enqueue(app, [{ payload: KEY }, { payload: OTHER_ID, runAt: LATER }]);
    await rows(app, 'update jobs set attempt = 3');
    await workers.moveClock('1 minute');
    await runNow(app);
    await runNow(app, OTHER_ID);
    expect(
      await rows(
        app,
        'select attempt, app_now() - run_at >= interval $$1 minute$$ as early from jobs order by id',
      ),
    ).toEqual([
      { attempt: 3, early: true },
      { attempt: 3, early: false },
    ]);
    expect([await stateOf(app), await stateOf(app, OTHER_ID)]).toEqual(['due', 'due']);
  });

  it('begins again with a job that was given up', async () => {
    let fails = true;
    const attempts: number[] = [];
    const handler: JobHandler = handlerOf(async ({ attempt }) => {
      attempts.push(attempt);
      return fails ? { outcome: 'failed', error: 'refused' } : { outcome: 'done' };
    });
    const app = await workers.start([handler]);
    await enqueue(app, [{ payload: KEY }, { payload: OTHER_TENANT }]);
    await until('both were given up', async () => (await payloadsOf(app, 'failed_jobs')).length === 2);
    expect(await stateOf(app)).toBe('failed');
    fails = false;
    await runNow(app);
    await until('it has run again', () => attempts.length === 3);
    await nothingLeft(app);
    expect(attempts).toEqual([1, 1, 1]);
    expect(await payloadsOf(app, 'failed_jobs')).toEqual([OTHER_TENANT]);
  });

  it('adds nothing to a running job', async () => {
    const gate = new Gate();
    let runs = 0;
    const app = await workers.start([
      handlerOf(async () => {
        runs++;
        await gate.pass();
      }),
    ]);
    await enqueue(app, [{ payload: KEY }]);
    await until('it is running', () => gate.entered === 1);
    expect(await stateOf(app)).toBe('running');
    await runNow(app);
    expect(await payloadsOf(app)).toEqual([KEY]);
    gate.open();
    await nothingLeft(app);
    expect(runs).toBe(1);
  });

  it('adds the job if there is none', async () => {
    const app = await idle();
    expect(await stateOf(app)).toBeNull();
    await runNow(app);
    expect(await payloadsOf(app)).toEqual([KEY]);
    expect(await stateOf(app)).toBe('due');
  });

  it.each(['waits', 'was given up', 'does not exist'])('never leads to two jobs if it %s', async (state) => {
    const app = await idle();
    if (state === 'waits') await enqueue(app, [{ payload: KEY, runAt: LATER }]);
    if (state === 'was given up')
      await rows(
        app,
        `insert into failed_jobs (id, kind, payload, attempts, error)
         values (1, '${KIND}', '${JSON.stringify(KEY)}', 3, 'refused')`,
      );
    await Promise.all(Array.from({ length: 8 }, () => runNow(app)));
    expect(await payloadsOf(app)).toEqual([KEY]);
    expect(await payloadsOf(app, 'failed_jobs')).toEqual([]);
  });

  it('takes a job that the same transaction adds, and nothing after a rollback', async () => {
    const app = await idle();
    const both = (fails: boolean) =>
      app.get(Transactions).run(async (tx) => {
        await app.get(JobQueue).runNow(tx, { kind: KIND, payload: KEY });
        await app.get(JobQueue).enqueue(tx, { kind: KIND, payload: KEY, runAt: LATER });
        if (fails) throw new Error('undone');
      });
    await expect(both(true)).rejects.toThrow('undone');
    expect(await payloadsOf(app)).toEqual([]);
    await both(false);
    expect(await payloadsOf(app)).toEqual([KEY]);
    expect(await stateOf(app)).toBe('due');
  });

  it('needs a transaction and a handler', async () => {
    const app = await idle();
    const queue = app.get(JobQueue);
    const { manager } = app.get(DataSource);
    await expect(queue.runNow(manager, { kind: KIND, payload: KEY })).rejects.toThrow('inside a transaction');
    const unknown = app.get(Transactions).run((tx) => queue.runNow(tx, { kind: 'test.typo', payload: KEY }));
    await expect(unknown).rejects.toThrow('test.typo');
  });
});
