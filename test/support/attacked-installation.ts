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

/** Enough for a table's rows to take two compressed pieces. */
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

/** A database without a schema, for a superuser. */
export type EmptyDatabase = Pick<TestDatabase, 'superuserUrl' | 'drop'>;

/** A tried restoration. */
interface Attempt {
  /** Why it was refused; null if it was not. */
  refusal: Error | null;
  /** Files, tables and executed statements of the backup that are left. */
  left: string[];
}

/** Small installations, their backups, and what an attacker makes of these. */
export class AttackedInstallation {
  private readonly opened: EmptyDatabase[] = [];
  private made = 0;

  private constructor(
    private readonly folder: BackupFolder,
    private readonly newDatabase: () => Promise<EmptyDatabase>,
    /** A new key first, and then an old one. */
    readonly keys: readonly EncryptionKey[],
  ) {}

  /** @param newDatabase - on the test run's server by default */
  static async start(
    newDatabase = createEmptyDatabase as () => Promise<EmptyDatabase>,
  ): Promise<AttackedInstallation> {
    return new AttackedInstallation(await BackupFolder.make(), newDatabase, [newKey('2'), newKey('1')]);
  }

  /** A file that exists if anything of a backup was executed. */
  get canary(): string {
    return this.folder.path('planted');
  }

  /**
   * An installation with an account, two stored files, and rows in a partition for a month. @returns its database's
   * address
   */
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

  /** @returns its address for a superuser: only the service prevents the SQL of a backup from running */
  async emptyDatabase(): Promise<string> {
    const database = await this.newDatabase();
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

  /** Restores bytes into an empty place. @throws Error that is no refusal */
  async attempt(bytes: Buffer, keys = this.keys): Promise<Attempt> {
    const name = `refused-${++this.made}`;
    const url = await this.emptyDatabase();
    const refusal = await restoreFrom(this.write(bytes), this.target(url, name, keys)).then(
      () => null,
      (error: Error) => error,
    );
    // Or a PostgreSQL error, which has a severity.
    const isRefusal =
      refusal instanceof BackupError || (refusal as { severity?: string } | null)?.severity === 'ERROR';
    if (refusal && !isRefusal) throw refusal;
    return { refusal, left: await this.leftOf(url, name) };
  }

  /** The same, and expects nothing to be left. @returns why they were refused */
  async refusalOf(bytes: Buffer, keys = this.keys): Promise<string> {
    const { refusal, left } = await this.attempt(bytes, keys);
    expect(left).toEqual([]);
    return refusal!.message;
  }

  /** What there is of a backup in the database and the folder, and whether anything was executed. */
  async leftOf(url: string, name: string): Promise<string[]> {
    const here = this.folder.path(name);
    const relations =
      "select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')";
    const tables = (await this.ask(url, relations)) as { relname: string }[];
    return [
      ...(existsSync(here) ? readdirSync(here) : []),
      ...tables.map(({ relname }) => relname),
      ...(existsSync(this.canary) ? [this.canary] : []),
    ];
  }

  async close(): Promise<void> {
    for (const database of this.opened) await database.drop();
    await this.folder.remove();
  }
}
