import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { type EncryptionKey } from '../config/settings.js';
import { dataSourceOptions } from '../database/data-source-options.js';
import { loadMigrations, migrate, MIGRATION_LOCK, type MigrationClass } from '../database/migrate.js';
import { type RunQuery } from '../database/run-query.js';
import { type ArchiveReader } from './archive-reader.js';
import { BackupError } from './backup-error.js';
import { countRelations } from './catalog.queries.js';
import { type FileStock } from './file-stock.port.js';
import { type Manifest, prefixOf } from './manifest.js';
import { type Progress } from './progress.js';
import { closeSchema, gatherStatistics, lockSchema, openSchema, unlockSchema } from './restore.queries.js';
import { assertKeys } from './seal.js';
import { queryOf, rowsIn } from './snapshot.queries.js';

export interface RestoreTarget {
  databaseUrl: string;
  files: FileStock;
  encryptionKeys: readonly EncryptionKey[];
  /** By default, all migrations of this version. */
  migrations?: readonly MigrationClass[];
}

export interface Restored {
  rows: number;
  files: number;
  /** Tables of the backup that do not belong to the service. */
  skipped: string[];
}

/** What a restore works with. */
interface Work {
  archive: ArchiveReader;
  runner: QueryRunner;
  client: Client;
  progress: Progress;
}

/**
 * Restores a backup into an empty database and an empty folder, and migrates to the newest schema. All rows arrive in
 * one transaction, which is committed once all files are in place: any earlier failure or kill leaves the database
 * empty, and the same restore can be tried again. Uses a bounded amount of memory.
 * @throws BackupError if no key here authenticates the backup, it needs a newer version or other keys, or the target
 * is not empty
 */
export async function restoreBackup(
  archive: ArchiveReader,
  target: RestoreTarget,
  progress: Progress,
): Promise<Restored> {
  assertKeys(archive.seal, target.encryptionKeys);
  const options = dataSourceOptions(target.databaseUrl);
  const migrations = migrationsOf(archive.manifest, target.migrations ?? (await loadMigrations()));
  const dataSource = await new DataSource({ ...options, migrations }).initialize();
  try {
    const runner = dataSource.createQueryRunner();
    const client = (await runner.connect()) as Client;
    const work = { archive, runner, client, progress };
    return await withSchemaLocked(queryOf(client), () => restoreLocked(work, target.files)).finally(() =>
      runner.release(),
    );
  } finally {
    await dataSource.destroy();
  }
}

/** Migrates a restored database to the newest schema and gathers its statistics. */
export async function completeRestored(url: string): Promise<void> {
  await migrate(url);
  const dataSource = await new DataSource(dataSourceOptions(url)).initialize();
  try {
    await gatherStatistics((sql, parameters) => dataSource.query(sql, parameters));
  } finally {
    await dataSource.destroy();
  }
}

/** The migrations that the backup's database had. @throws BackupError if this version lacks one */
function migrationsOf({ migrations }: Manifest, known: readonly MigrationClass[]): MigrationClass[] {
  const missing = migrations.filter((name) => !known.some((migration) => migration.name === name));
  if (missing.length > 0)
    throw new BackupError(
      `The backup was made by a newer version: this one lacks ${missing.join(', ')}. Restore it with that version.`,
    );
  return known.filter(({ name }) => migrations.includes(name));
}

async function withSchemaLocked<Result>(query: RunQuery, work: () => Promise<Result>): Promise<Result> {
  if (!(await lockSchema(query, MIGRATION_LOCK)))
    throw new BackupError('Another process is migrating or restoring this database. Stop the service first.');
  try {
    return await work();
  } finally {
    await unlockSchema(query, MIGRATION_LOCK);
  }
}

async function restoreLocked(work: Work, stock: FileStock): Promise<Restored> {
  const { archive, runner, client, progress } = work;
  const relations = await countRelations(queryOf(client));
  if (relations > 0)
    throw new BackupError(
      `The database is not empty: it has ${relations} tables, views and sequences. A backup can only be restored into an empty database.`,
    );
  const files = await stock.receive();
  await runner.startTransaction();
  try {
    const { rows, skipped } = await restoreRows(work);
    const count = await files.write(archive, progress);
    await files.place();
    await runner.commitTransaction();
    await files.end();
    return { rows, files: count, skipped };
  } catch (error) {
    const report = (what: string) => (fault: Error) => progress(`${what}: ${fault.message}`);
    await runner.rollbackTransaction().catch(report('the transaction was not rolled back'));
    await files.discard().catch(report('not all written files were deleted'));
    throw error;
  }
}

async function restoreRows({ archive, runner, client, progress }: Work): Promise<Omit<Restored, 'files'>> {
  const { manifest } = archive;
  const query = queryOf(client);
  progress('creating tables');
  const executor = new MigrationExecutor(runner.connection, runner);
  // The migrations run in our transaction.
  executor.transaction = 'none';
  await executor.executePendingMigrations();
  const schema = await openSchema(query, manifest);
  let rows = 0;
  for (const table of schema.tables) {
    progress(`table ${table.index + 1} of ${manifest.tables.length}, ${table.name}`);
    const into = client.query(copyFrom(rowsIn(table)));
    await pipeline(archive.dataOf(prefixOf(table.index)), createGunzip(), into);
    if (into.rowCount !== table.rows)
      throw new BackupError(`${table.name} received ${into.rowCount} rows instead of ${table.rows}.`);
    rows += table.rows;
  }
  progress('checking references');
  await closeSchema(query, schema, manifest);
  return { rows, skipped: schema.unknown };
}
