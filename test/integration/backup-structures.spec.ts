import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { folderStock } from '../../src/platform/backup/folder-stock.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { areFilesHeld } from '../../src/platform/storage/file-hold.js';
import { BackupFolder, restoreFrom } from '../support/backups.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { inDepth } from '../support/in-depth.js';

/** A schema with everything that makes copying hard, as the service's own may have it. */
class Hard1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table hens (id bigint generated always as identity primary key, egg_id bigint not null,
        age integer not null default 1, twice integer generated always as (age * 2) stored);
      create table eggs (id bigint generated always as identity primary key,
        hen_id bigint references hens deferrable initially deferred);
      alter table hens add foreign key (egg_id) references eggs deferrable initially deferred;

      create table chain (number integer primary key, hash bytea not null, said text, at timestamptz(3), score real);
      create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'only added to'; end $$;
      create trigger chain_append_only before insert or update or delete or truncate on chain
        for each statement execute function refuse();

      create table events (epoch integer not null, xid xid8 not null default pg_current_xact_id(),
        id bigint generated always as identity);
      create table epochs (epoch integer not null);
      insert into epochs values (1);
      create function after_restore_events() returns void language sql as 'update epochs set epoch = epoch + 1';

      create table months (at timestamptz not null, what text, primary key (at, what)) partition by range (at);
      create table months_first partition of months for values from ('2026-01-01') to ('2026-02-01');
      create view stored_files as select null::bigint as organization_id, said as storage_key from chain
        where said like '1/%';`);
  }

  async down(): Promise<void> {}
}

class Later1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table months add later text');
  }

  async down(): Promise<void> {}
}

const SIGNS = 'tab\tline\nreturn\rbackslash \\ \\N \\. quote \' " null é 漢 😀';

describe('a backup of a schema', () => {
  const encryptionKeys = [{ id: '1', key: randomBytes(32) }];
  const opened: TestDatabase[] = [];
  let folder: BackupFolder;
  let source: TestDatabase;
  let file: string;
  const key = `1/${randomUUID()}`;
  const lost = `1/${randomUUID()}`;

  const place = (name: string) => folder.path(name);
  const target = (url: string, files: string, migrations = [Hard1700000000001]) => ({
    databaseUrl: url,
    files: folderStock(place(files)),
    encryptionKeys,
    migrations,
  });

  async function emptyDatabase(): Promise<TestDatabase> {
    const database = await createEmptyDatabase();
    opened.push(database);
    return database;
  }

  async function ask(url: string, sql: string, values: unknown[] = []): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>, unknown[]>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    folder = await BackupFolder.make();
    source = await emptyDatabase();
    const options = { ...dataSourceOptions(source.url), migrations: [Hard1700000000001] };
    const dataSource = await new DataSource(options).initialize();
    await dataSource.runMigrations();
    await dataSource.destroy();
    await ask(
      source.url,
      `begin; insert into hens (egg_id) values (1); insert into eggs (hen_id) values (1); commit;
       alter table chain disable trigger user;
       create table months_november partition of months for values from ('2026-11-01') to ('2026-12-01')
         with (fillfactor = 70);
       create table months_later partition of months for values from ('2026-12-01') to (maxvalue)
         partition by list (what);
       create table months_later_x partition of months_later for values in ('x', 'it''s');
       drop table months_first;
       insert into months values ('2026-11-23', 'now'), ('2027-01-01', 'x');
       insert into events (epoch) values (1), (1);
       create table of_the_operator (note text); insert into of_the_operator values ('mine')`,
    );
    await ask(source.url, "insert into chain values (1, '\\x00ff', $1, '2026-11-23T12:00:00.123Z', 0.1)", [
      SIGNS,
    ]);
    for (const [number, said] of [key, lost].entries())
      await ask(source.url, "insert into chain values ($1, '', $2, '-infinity', 'NaN')", [number + 2, said]);
    await ask(source.url, 'alter table chain enable trigger user');
    mkdirSync(place('files/1'), { recursive: true });
    writeFileSync(join(place('files'), key), 'stored');
    ({ file } = await folder.back(target(source.url, 'files')));
  });
  afterAll(async () => {
    for (const database of opened) await database.drop();
    await folder.remove();
  });

  it('restores every value, including partitions that the service made', async () => {
    const copy = await emptyDatabase();
    const restored = await restoreFrom(file, target(copy.url, 'copy'));
    expect(restored).toEqual({ rows: 11, files: 1, skipped: ['of_the_operator'] });
    for (const table of ['hens', 'eggs', 'chain', 'events', 'months', 'months_later_x', 'migrations'])
      expect([table, await ask(copy.url, `select t::text from ${table} t order by 1`)]).toEqual([
        table,
        await ask(source.url, `select t::text from ${table} t order by 1`),
      ]);
    const parts = `select c.relname, pg_get_expr(c.relpartbound, c.oid), c.reloptions, c.relkind
      from pg_class c where c.relispartition and c.relkind in ('r', 'p') order by 1`;
    expect(await ask(copy.url, parts)).toEqual(await ask(source.url, parts));
  });

  it('restores triggers, constraints and the position of sequences', async () => {
    const copy = await emptyDatabase();
    await restoreFrom(file, target(copy.url, 'guarded'));
    await expect(ask(copy.url, 'delete from chain')).rejects.toThrow('only added to');
    await expect(ask(copy.url, 'insert into hens (egg_id) values (7)')).rejects.toMatchObject({
      code: '23503',
    });
    expect(await ask(copy.url, 'insert into eggs default values returning id')).toEqual([{ id: '2' }]);
  });

  it('a restore runs the hook that marks the database as a copy', async () => {
    const copy = await emptyDatabase();
    await restoreFrom(file, target(copy.url, 'hooked'));
    expect(await ask(copy.url, 'select epoch from epochs')).toEqual([{ epoch: 2 }]);
  });

  it('a backup names files that were already missing', async () => {
    const { manifest } = await folder.back(target(source.url, 'files'));
    expect(manifest.files).toEqual({ count: 1, bytes: 6, lost: [lost] });
    expect(readdirSync(place('files'))).toEqual(['1']);
  });

  it('refuses a backup if this version lacks one of its migrations', async () => {
    const copy = await emptyDatabase();
    await expect(restoreFrom(file, target(copy.url, 'old', []))).rejects.toThrow(
      'made by a newer version: this one lacks Hard1700000000001',
    );
  });

  it('restores a backup with its own migrations only, and then runs the newer ones', async () => {
    const copy = await emptyDatabase();
    const migrations = [Hard1700000000001, Later1700000000002];
    await restoreFrom(file, target(copy.url, 'older', migrations));
    const dataSource = await new DataSource({ ...dataSourceOptions(copy.url), migrations }).initialize();
    try {
      const newer = await dataSource.runMigrations();
      expect(newer.map(({ name }) => name)).toEqual(['Later1700000000002']);
    } finally {
      await dataSource.destroy();
    }
  });

  it('refuses a database or folder that is not empty, and changes neither', async () => {
    const copy = await emptyDatabase();
    await ask(copy.url, 'create table kept as select 1 as one');
    await expect(restoreFrom(file, target(copy.url, 'refused'))).rejects.toThrow('The database is not empty');
    expect(await ask(copy.url, 'select * from kept')).toEqual([{ one: 1 }]);

    const empty = await emptyDatabase();
    await expect(restoreFrom(file, target(empty.url, 'files'))).rejects.toThrow('already has files');
    expect(await ask(empty.url, 'select 1 from pg_class where relname = $1', ['hens'])).toEqual([]);
    expect(readdirSync(place('files'))).toEqual(['1']);
  });

  it('restores again after a restore that failed, or was killed with its files in place', async () => {
    const copy = await emptyDatabase();
    const again = target(copy.url, 'again');
    class Fails extends Hard1700000000001 {
      override async up(runner: QueryRunner): Promise<void> {
        await super.up(runner);
        await runner.query(`create function after_restore_last() returns void language plpgsql as
          'begin raise exception ''the power is gone''; end'`);
      }
    }
    Object.defineProperty(Fails, 'name', { value: Hard1700000000001.name });
    await expect(restoreFrom(file, { ...again, migrations: [Fails] })).rejects.toThrow('the power');
    expect(await ask(copy.url, "select 1 from pg_class where relname = 'hens'")).toEqual([]);
    expect(readdirSync(place('again'))).toEqual([]);

    mkdirSync(join(place('again'), '.restoring/2'), { recursive: true });
    mkdirSync(join(place('again'), '1'), { recursive: true });
    writeFileSync(join(place('again'), '1/half'), 'of a killed restore');
    expect(await restoreFrom(file, again)).toMatchObject({ files: 1 });
    const [aside, ...others] = readdirSync(place('again')).sort();
    expect(aside).toMatch(/^\.aside-\d+$/);
    expect(others).toEqual(['1']);
    expect(readdirSync(join(place('again'), '1'))).toEqual([key.slice(2)]);
  });

  inDepth(
    'takes no snapshot without its files: a file deleted meanwhile is in the backup or in no row',
    async () => {
      const racing = { running: true };
      const busy = Promise.all([replaceFiles('a', racing), replaceFiles('b', racing)]);
      try {
        for (let round = 0; round < 10; round++) {
          const taken = await folder.back(target(source.url, 'files'));
          expect(taken.manifest.files.lost).toEqual([lost]);
          const copy = await emptyDatabase();
          await restoreFrom(taken.file, target(copy.url, `race-${round}`));
          const named = await ask(copy.url, 'select storage_key from stored_files where storage_key <> $1', [
            lost,
          ]);
          const stored = readdirSync(join(place(`race-${round}`), '1')).map((name) => ({
            storage_key: `1/${name}`,
          }));
          expect(new Set(stored)).toEqual(new Set(named));
          rmSync(place(`race-${round}`), { recursive: true });
        }
      } finally {
        racing.running = false;
        await busy;
      }
    },
    120_000,
  );

  /** Writes a file, names it in its row, and deletes the file that the row named before, as the service does. */
  async function replaceFiles(lane: string, racing: { running: boolean }): Promise<void> {
    const client = new Client({ connectionString: source.url });
    await client.connect();
    const number = lane.charCodeAt(0);
    try {
      await client.query("set session_replication_role = 'replica'");
      await client.query("insert into chain values ($1, '', null, null, null)", [number]);
      for (let old: string | undefined; racing.running;) {
        const next = `1/${randomUUID()}`;
        writeFileSync(join(place('files'), next), lane);
        await client.query('update chain set said = $2 where number = $1', [number, next]);
        if (old) await deleteUnlessHeld(join(place('files'), old));
        old = next;
      }
    } finally {
      await client.end();
    }
  }
});

/** Like `FileStore.delete`. */
async function deleteUnlessHeld(path: string): Promise<void> {
  if (!(await areFilesHeld(dirname(dirname(path))))) await rm(path);
}
