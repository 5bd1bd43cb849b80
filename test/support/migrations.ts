import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { loadMigrations } from '../../src/platform/database/migrate.js';
import { createTestDatabase } from './database.js';

const numberOf = (migration: object) =>
  Number(/\d+$/.exec(migration.constructor.name)![0]) - 1_700_000_000_000;

/** Undoes the newest migrations, down to and including the one with this number. */
export async function undoMigrations(dataSource: DataSource, number: number): Promise<void> {
  const newer = dataSource.migrations.filter((migration) => numberOf(migration) >= number);
  for (let undone = 0; undone < newer.length; undone++) await dataSource.undoLastMigration();
}

/**
 * A database with the schema from before the migration with this number.
 * @param role - with which it is reached
 */
export async function databaseBefore(
  number: number,
  role: 'service' | 'superuser' = 'service',
): Promise<{ dataSource: DataSource; drop(): Promise<void> }> {
  const database = await createTestDatabase();
  const migrations = await loadMigrations();
  const options = {
    ...dataSourceOptions(role === 'service' ? database.url : database.superuserUrl),
    migrations,
  };
  const dataSource = await new DataSource(options).initialize();
  await undoMigrations(dataSource, number);
  const drop = async () => {
    await dataSource.destroy();
    await database.drop();
  };
  return { dataSource, drop };
}
