import { AsyncResource } from 'node:async_hooks';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { until } from '../../../test/support/until.js';
import { outageOf } from '../../common/outages.js';
import { dataSourceOptions, optionsWithTimeouts } from './data-source-options.js';
import { Statements } from './statements.js';
import { type TransactionHook, Transactions } from './transactions.js';

const CHANGE = { name: 'add_note', text: 'insert into notes values ($1) returning text' };

describe('transactions', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  let hooked: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    await dataSource.query('create table notes (text text)');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(async () => {
    await dataSource.query('delete from notes');
    hooked = [];
    transactions = new Transactions(dataSource);
    transactions.addHook({ afterCommit: () => void hooked.push('hook') });
  });

  const add = (text: string) => (tx: EntityManager) => tx.query('insert into notes values ($1)', [text]);
  const notes = async () =>
    (await dataSource.query<{ text: string }[]>('select text from notes order by text')).map(
      ({ text }) => text,
    );
  const nothing = () => Promise.resolve();
  const failing = () => Promise.reject(new Error('failed'));

  it('runs hooks after a commit, and not after a rollback', async () => {
    const work = (end: () => Promise<void>) => async (tx: EntityManager) => {
      transactions.afterCommit(tx, async () => void hooked.push(...(await notes())));
      await add('a')(tx);
      await end();
    };
    await expect(transactions.run(work(failing))).rejects.toThrow('failed');
    expect(hooked).toEqual([]);
    await transactions.run(work(nothing));
    expect(hooked).toEqual(['hook', 'a']);
  });

  describe('on a lost connection', () => {
    const lose = async (tx: EntityManager) => {
      await dataSource.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = current_user and xact_start is not null and pid <> pg_backend_pid()`,
      );
      await until('the loss is noticed', () => tx.queryRunner!.isReleased);
    };

    it.each<[string, TransactionHook['beforeCommit'], (tx: EntityManager) => Promise<void>]>([
      ['at its next statement', undefined, async (tx) => void (await add('b')(tx))],
      [
        'at a repository',
        undefined,
        async (tx) => void (await tx.createQueryBuilder().from('notes', 'n').getRawMany()),
      ],
      ['at the statements of a hook', async (tx) => void (await add('b')(tx)), nothing],
      ['at the commit', undefined, nothing],
    ])('reports a lost connection %s', async (_where, beforeCommit, goOn) => {
      transactions.addHook({ beforeCommit, afterCommit: () => void hooked.push('hook') });
      const lost = await transactions
        .run(async (tx) => {
          await add('a')(tx);
          await lose(tx);
          await goOn(tx);
        })
        .catch(outageOf);
      expect(lost).toMatchObject({ code: 'database_unavailable' });
      expect([await notes(), hooked]).toEqual([[], []]);
    });
  });

  it('ends a transaction that is silent for too long, which releases its locks', async () => {
    const { extra, ...options } = optionsWithTimeouts(database.url) as { extra: object } & DataSourceOptions;
    const hurried = { ...options, extra: { ...extra, idleTransactionMs: 250 } };
    const frozen = await new DataSource(hurried).initialize();
    try {
      await transactions.run(add('a'));
      const change = (text: string) => (tx: EntityManager) => tx.query('update notes set text = $1', [text]);
      const ended = new Transactions(frozen).run(async (tx) => {
        await change('b')(tx);
        // Waits for the lock of the silent transaction, and gets it.
        await transactions.run(change('c'));
        await until('the loss is noticed', () => tx.queryRunner!.isReleased);
        await change('d')(tx);
      });
      expect(await ended.catch(outageOf)).toMatchObject({ code: 'database_unavailable' });
      expect(await notes()).toEqual(['c']);
    } finally {
      await frozen.destroy();
    }
  });

  describe('holding back', () => {
    it('commits every run and change together with the conclusion', async () => {
      const statements = new Statements(dataSource, transactions);
      const result = await transactions.hold(
        async () => {
          await transactions.run(async (tx) => {
            transactions.afterCommit(tx, async () => void hooked.push('action'));
            await add('a')(tx);
          });
          await transactions.run(add('b'));
          expect(await statements.change(CHANGE, ['c'])).toEqual([{ text: 'c' }]);
          expect([await notes(), hooked]).toEqual([[], []]);
          return 'd';
        },
        async (tx, text) => void (await add(text)(tx)),
      );
      expect([result, await notes(), hooked]).toEqual(['d', ['a', 'b', 'c', 'd'], ['hook', 'action']]);
    });

    it('commits the conclusion alone if nothing was run', async () => {
      await transactions.hold(nothing, async (tx) => void (await add('a')(tx)));
      expect(await notes()).toEqual(['a']);
    });

    it.each<[string, () => Promise<void>, () => Promise<void>]>([
      ['the work', failing, nothing],
      ['the conclusion', nothing, failing],
    ])('undoes a held-back transaction if %s fails', async (_what, end, conclude) => {
      const held = transactions.hold(async () => {
        await transactions.run(add('a'));
        await end();
      }, conclude);
      await expect(held).rejects.toThrow('failed');
      expect([await notes(), hooked]).toEqual([[], []]);
    });

    it('undoes everything held back if one run fails, even if its error is ignored', async () => {
      const held = transactions.hold(async () => {
        await transactions.run(add('a'));
        await transactions.run(failing).catch(() => undefined);
        await transactions.run(add('b')).catch(() => undefined);
      }, nothing);
      await expect(held).rejects.toThrow('failed');
      expect(await notes()).toEqual([]);
    });

    it('does not hold back work that runs later in its context', async () => {
      let later!: AsyncResource;
      await transactions.hold(async () => {
        later = new AsyncResource('later');
        await transactions.run(add('a'));
      }, nothing);
      await later.runInAsyncScope(() => transactions.run(add('b')));
      expect(await notes()).toEqual(['a', 'b']);
    });
  });
});
