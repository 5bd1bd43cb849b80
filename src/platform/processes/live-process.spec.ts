import { type INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { Gate } from '../../../test/support/gate.js';
import { LAPSED, startProcess } from '../../../test/support/live-processes.js';
import { until } from '../../../test/support/until.js';
import { type AppError } from '../../common/errors.js';
import { StartError } from '../config/start-error.js';
import { Transactions } from '../database/transactions.js';
import { DataFormat } from './data-format.js';
import { LiveProcess } from './live-process.js';
import { type ProcessLimits } from './process-limits.js';

describe('live processes', () => {
  let database: TestDatabase;
  let started: INestApplicationContext[];

  beforeEach(async () => {
    database = await createTestDatabase();
    started = [];
  });
  afterEach(async () => {
    for (const app of started) await app.close();
    await database.drop();
  });

  async function start(version: number, limits?: Partial<ProcessLimits>): Promise<INestApplicationContext> {
    const app = await startProcess(database, version, limits);
    started.push(app);
    const listens = 'select from live_processes where seen_at > started_at';
    const before = started.length;
    await until('it listens', async () => (await query(app, listens)).length >= before);
    return app;
  }

  async function stop(app: INestApplicationContext): Promise<void> {
    started.splice(started.indexOf(app), 1);
    await app.close();
  }

  /** Sends what only version 2 understands. */
  const send = (app: INestApplicationContext, before = async () => {}) =>
    app.get(Transactions).run(async (tx) => {
      await app.get(DataFormat).requireUnderstood(tx, 2);
      await before();
    });
  const commitAnything = (app: INestApplicationContext) =>
    app.get(Transactions).run((tx) => tx.query('select'));
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: AppError) => error,
    );
  const query = <Row>(app: INestApplicationContext, sql: string) => app.get(DataSource).query<Row[]>(sql);
  const minimum = async (app: INestApplicationContext) =>
    (await query<{ minimum_version: number }>(app, 'select minimum_version from data_format'))[0]!
      .minimum_version;
  const versions = async (app: INestApplicationContext) =>
    (await query<{ data_version: number }>(app, 'select data_version from live_processes order by 1')).map(
      ({ data_version }) => data_version,
    );

  it('report themselves while they run', async () => {
    const app = await start(2);
    const other = await start(1);
    expect(await versions(app)).toEqual([1, 2]);
    await stop(other);
    expect(await versions(app)).toEqual([2]);
  });

  it('are refused a request that not all understand, with the name of each that does not', async () => {
    const app = await start(2);
    const older = await start(1);
    const refusal = await refusalOf(send(app));
    expect(refusal).toMatchObject({ statusCode: 400, code: 'processes_outdated' });
    expect(refusal!.message).toMatch(
      new RegExp(
        `process ${process.pid} \\(web\\) on \\S+, which understands version 1 and reported itself \\d+ s`,
      ),
    );
    expect(await minimum(app)).toBe(1);
    await stop(older);
    await send(app);
    expect(await minimum(app)).toBe(2);
  });

  it('raise the minimum in the transaction of the first request, or not at all', async () => {
    const app = await start(2);
    const failure = new Error('not sent after all');
    await expect(send(app, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await minimum(app)).toBe(1);
    await stop(await start(1));
    await Promise.all([send(app), send(await start(2))]);
    expect(await minimum(app)).toBe(2);
  });

  it('do not start below the minimum', async () => {
    const app = await start(2);
    await send(app);
    await expect(start(1)).rejects.toThrow(StartError);
    await expect(start(1)).rejects.toThrow('version 2 of the data format');
    expect(await versions(app)).toEqual([2]);
  });

  it('that start between check and commit wait for the commit', async () => {
    const app = await start(2);
    const committing = new Gate();
    const sent = send(app, async () => {
      await committing.pass();
    });
    await until('the minimum is locked', () => committing.entered > 0);
    const starting = refusalOf(start(1));
    await until('the new process waits', async () => {
      const waiting = await query(
        app,
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return waiting.length > 0;
    });
    committing.open();
    await sent;
    expect(await starting).toBeInstanceOf(StartError);
  });

  it('that are silent no longer count, and end when they come back', async () => {
    const app = await start(2);
    const paused = await start(1, LAPSED);
    const ended = new Promise<Error>((resolve) => paused.get(LiveProcess).whenOutdated(resolve));
    await database.moveClock('89 seconds');
    expect(await refusalOf(send(app))).toMatchObject({ code: 'processes_outdated' });
    await commitAnything(paused);
    await database.moveClock('2 seconds');
    await send(app);
    expect((await ended).message).toContain('version 2 of the data format');
    expect(await refusalOf(commitAnything(paused))).toMatchObject({ statusCode: 503, code: 'not_ready' });
    expect(await refusalOf(paused.get(LiveProcess).requireCurrent())).toMatchObject({ code: 'not_ready' });
    expect(await versions(app)).toEqual([2]);
  });

  it('that were paused act only after another report', async () => {
    const app = await start(2);
    const paused = await start(1, LAPSED);
    await query(app, 'delete from live_processes where data_version = 1');
    await paused.get(LiveProcess).requireCurrent();
    expect(await versions(app)).toEqual([1, 2]);
    expect(await refusalOf(send(app))).toMatchObject({ code: 'processes_outdated' });
  });

  it('are forgotten a day after their last report', async () => {
    const app = await start(2, LAPSED);
    await start(1);
    await database.moveClock('25 hours');
    await app.get(LiveProcess).requireCurrent();
    expect(await versions(app)).toEqual([2]);
  });

  it.each(['countersign', 'countersign notifications'])(
    'include those of earlier releases, by their connections named %s',
    async (application_name) => {
      const app = await start(2);
      const connection = new Client({
        connectionString: database.directUrl ?? database.url,
        application_name,
      });
      await connection.connect();
      expect((await refusalOf(send(app)))!.message).toMatch(
        /an earlier release at (?:127\.0\.0\.1|this machine)/,
      );
      await connection.end();
      await until('it is gone', async () => (await refusalOf(send(app))) === null);
    },
  );

  it('of a restored copy are not those of the original, but the minimum is', async () => {
    const app = await start(2);
    await send(app);
    await query(app, 'select after_restore_live_processes()');
    expect(await versions(app)).toEqual([]);
    expect(await minimum(app)).toBe(2);
  });
});
