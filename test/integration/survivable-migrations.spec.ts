import { type QueryRunner } from 'typeorm';
import { judgeMigrations } from '../../scripts/migrations/judge-migrations.js';
import { type MigrationClass } from '../../src/platform/database/migrate.js';
import { createEmptyDatabase } from '../support/database.js';

/** Migrations of these statements, in this order, after one that creates a table. */
function migrationsOf(statements: Record<string, string>): MigrationClass[] {
  const all = {
    Begin1: `create table things (id bigint primary key, name text, size integer not null default 1);
      create function size_of(thing things) returns integer language sql as 'select thing.size'`,
    ...statements,
  };
  return Object.entries(all).map(([name, sql], index) => {
    const migration = class {
      name = `${name}${1_700_000_000_000 + index}`;
      up = (runner: QueryRunner) => runner.query(sql);
      down = async () => undefined;
    };
    Object.defineProperty(migration, 'name', { value: `${name}${1_700_000_000_000 + index}` });
    return migration;
  });
}

/** @param place - of the newest migration that the previous version knows */
async function faultsOf(
  statements: Record<string, string>,
  { count = 1, place = 1 } = {},
): Promise<string[]> {
  const database = await createEmptyDatabase();
  try {
    const migrations = migrationsOf(statements);
    const known = { count, newest: migrations[place - 1]!.name };
    return await judgeMigrations(database.url, migrations, known);
  } finally {
    await database.drop();
  }
}

it('finds what the previous version may trip over, however it is written', async () => {
  const faults = await faultsOf({
    Rename: 'alter table things rename name to title',
    Drop: `do $$ begin execute 'alter table things ' || 'drop size cascade'; end $$`,
    Demand: 'alter table things alter title set not null, add owner_id bigint not null',
    Forget:
      'alter table things add weight integer not null default 1; alter table things alter weight drop default',
    Change: 'alter table things alter id type integer',
    Replace: 'alter table things rename to objects',
  });
  expect(faults.map((fault) => fault.replace(/\d{13}/, ''))).toEqual([
    'Rename: column things.name is gone',
    'Drop: column things.size is gone',
    'Demand: column things.title is now not null',
    'Demand: new column things.owner_id is not null and has no default',
    'Forget: new column things.weight is not null and has no default',
    'Change: column things.id is now integer',
    'Replace: table things is gone',
    'Replace: function size_of(things) is gone',
  ]);
});

it('accepts additions, and removals by a separate migration', async () => {
  const adding = {
    Add: `alter table things add colour text not null default '', add note text, alter name set default '';
      create table others (id bigint primary key, kind text not null);
      create index on things (name); create or replace function size_of(thing things) returns integer
      language sql as 'select 2 * thing.size'`,
    Merge: `create table kinds (id bigint primary key, kind text not null, colour text); drop table others;
      create view others as select id, kind from kinds`,
    RemoveNames: 'alter table things drop name; drop view others',
  };
  expect(await faultsOf(adding)).toEqual([]);
  const mixing = { RemoveNames: 'alter table things drop name; alter table things add title text' };
  expect((await faultsOf(mixing)).map((fault) => fault.replace(/\d{13}/, ''))).toEqual([
    'RemoveNames: adds column things.title, but its name says that it only removes',
  ]);
});

it('finds a later migration among those that the previous version knows', async () => {
  const statements = { Late: 'alter table things drop name', Newest: 'create table others (id bigint)' };
  expect(await faultsOf(statements, { count: 3, place: 3 })).toEqual([]);
  expect(await faultsOf(statements, { count: 2, place: 3 })).toEqual([
    'that Newest1700000000002 is migration 3, where it has 2',
  ]);
});
