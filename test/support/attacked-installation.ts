import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { BackupError } from '../../src/platform/backup/backup-error.js';
import { folderStock } from '../../src/platform/backup/folder-stock.js';
import { type RestoreTarget } from '../../src/platform/backup/restore.js';
import { type EncryptionKey } from '../../src/platform/config/settings.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { BackupFolder, restoreFrom } from './backups.js';
import { createEmptyDatabase, type TestDatabase } from './database.js';
import { OpenedArchive } from './opened-archive.js';

/** So much that a table's rows are in two pieces, compressed. */
const NOISE_BYTES = 1_200_000;

class Accounts1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table accounts (id bigint generated always as identity primary key, password_hash text not null);
      create table months (at timestamptz not null, what text) partition by range (at);
      create table noise (bytes bytea not null);
      create table notes (id bigint generated always as identity primary key, note text);
      create view stored_files as select 1::bigint as organization_id, note as storage_key from notes`);
  }

  async down(): Promise<void> {}
}

export const newKey = (id: string): EncryptionKey => ({ id, key: randomBytes(32) });

/** Small installations, their backups, and what somebody makes of these. */
export class AttackedInstallation {
  private readonly opened: TestDatabase[] = [];
  private made = 0;

  private constructor(
    private readonly folder: BackupFolder,
    /** With a new one first, and an old one. */
    readonly keys: readonly EncryptionKey[],
  ) {}

  static async start(): Promise<AttackedInstallation> {
    return new AttackedInstallation(await BackupFolder.make(), [newKey('2'), newKey('1')]);
  }

  /** A file that is there if something of a backup was executed. */
  get canary(): string {
    return this.folder.path('planted');
  }

  /** An installation with an account, two stored files, and rows in a part for a month. @returns its database's address */
  async install(name: string): Promise<string> {
    const url = await this.emptyDatabase();
    const dataSource = new DataSource({ ...dataSourceOptions(url), migrations: [Accounts1700000000001] });
    await (await dataSource.initialize()).runMigrations();
    await dataSource.destroy();
    const files = [`1/${randomUUID()}`, `1/${randomUUID()}`];
    mkdirSync(this.folder.path(`${name}/1`), { recursive: true });
    for (const key of files) writeFileSync(join(this.folder.path(name), key), `the file ${key}`);
    await this.ask(
      url,
      `insert into accounts (password_hash) values ('hash of ${name}');
       insert into noise select decode('${randomBytes(NOISE_BYTES).toString('hex')}', 'hex');
       insert into notes (note) values ('${files[0]}'), ('${files[1]}');
       create table months_2026_11 partition of months for values from ('2026-11-01') to ('2026-12-01');
       insert into months values ('2026-11-27', 'today')`,
    );
    return url;
  }

  async backUp(url: string, name: string, keys = this.keys): Promise<OpenedArchive> {
    return OpenedArchive.read((await this.folder.back(this.target(url, name, keys))).file);
  }

  /** @returns the path of a file with these bytes */
  write(bytes: Buffer): string {
    const file = this.folder.path(`${++this.made}-written.tar`);
    writeFileSync(file, bytes);
    return file;
  }

  /** @returns its address, for a superuser: nothing but the service keeps SQL of a backup from having its way */
  async emptyDatabase(): Promise<string> {
    const database = await createEmptyDatabase();
    this.opened.push(database);
    return database.superuserUrl;
  }

  target(databaseUrl: string, files: string, encryptionKeys = this.keys): RestoreTarget {
    return {
      databaseUrl,
      files: folderStock(this.folder.path(files)),
      encryptionKeys,
      migrations: [Accounts1700000000001],
    };
  }

  async ask(url: string, sql: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Restores bytes into an empty place, where nothing is left of them. @returns why they were refused */
  async refusalOf(bytes: Buffer, keys = this.keys): Promise<string> {
    const name = `refused-${++this.made}`;
    const url = await this.emptyDatabase();
    const refusal = await restoreFrom(this.write(bytes), this.target(url, name, keys)).then(
      () => null,
      (error: Error) => error,
    );
    // Or an error of PostgreSQL, which has severities.
    if (!(refusal instanceof BackupError)) expect(refusal).toMatchObject({ severity: 'ERROR' });
    await this.expectNothing(url, name);
    return refusal!.message;
  }

  /** Neither the database nor the folder has anything of a backup, and nothing was executed. */
  async expectNothing(url: string, name: string): Promise<void> {
    const here = this.folder.path(name);
    expect(existsSync(here) ? readdirSync(here) : []).toEqual([]);
    const relations =
      "select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')";
    expect(await this.ask(url, relations)).toEqual([]);
    expect(existsSync(this.canary)).toBe(false);
  }

  async close(): Promise<void> {
    for (const database of this.opened) await database.drop();
    await this.folder.remove();
  }
}
