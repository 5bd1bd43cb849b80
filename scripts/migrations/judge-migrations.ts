import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { type MigrationClass } from '../../src/platform/database/migrate.js';
import { gainsIn, lossesIn, readSchema } from './schema-changes.js';

/** Naming pattern of migrations that remove what the previous version no longer uses. */
const REMOVES = /^Remove[A-Z]/;

/** The migrations known to a version: their number, and the last one. */
export interface KnownMigrations {
  count: number;
  newest: string;
}

/**
 * Runs migrations one after another on an empty database.
 * @returns the changes in later migrations that can break a version knowing only the first ones, one line each
 */
export async function judgeMigrations(
  url: string,
  migrations: readonly MigrationClass[],
  { count, newest }: KnownMigrations,
): Promise<string[]> {
  const place = migrations.findIndex(({ name }) => name === newest) + 1;
  if (place === 0) return [`that there is no migration ${newest}`];
  // Otherwise, a migration added later with a free number before the newest would count as known.
  if (place !== count) return [`that ${newest} is migration ${place}, where it has ${count}`];
  await run(url, migrations.slice(0, count));
  const faults: string[] = [];
  for (let next = count + 1; next <= migrations.length; next++) {
    const { name } = migrations[next - 1]!;
    const before = await look(url);
    await run(url, migrations.slice(0, next));
    const after = await look(url);
    const found = REMOVES.test(name)
      ? gainsIn(before, after).map((gain) => `adds ${gain}, but its name says that it only removes`)
      : lossesIn(before, after);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  return faults;
}

async function run(url: string, migrations: readonly MigrationClass[]): Promise<void> {
  await withSource(url, migrations, (source) => source.runMigrations());
}

const look = (url: string) =>
  withSource(url, [], (source) => readSchema((sql, parameters) => source.query(sql, parameters)));

async function withSource<Result>(
  url: string,
  migrations: readonly MigrationClass[],
  work: (source: DataSource) => Promise<Result>,
): Promise<Result> {
  const source = await new DataSource({
    ...dataSourceOptions(url),
    migrations: [...migrations],
  }).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}
