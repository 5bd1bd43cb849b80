import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { type MigrationClass } from '../../src/platform/database/migrate.js';
import { gainsIn, lossesIn, readSchema } from './schema-changes.js';

/** Migrations that take away what the version before no longer uses say so in their names. */
const REMOVES = /^Remove[A-Z]/;

/** The migrations that a version knows: how many, and the last of them. */
export interface KnownMigrations {
  count: number;
  newest: string;
}

/**
 * Runs migrations one after another on an empty database. @returns what the version that knows the first of them may trip
 * over in later ones, one line each
 */
export async function judgeMigrations(
  url: string,
  migrations: readonly MigrationClass[],
  { count, newest }: KnownMigrations,
): Promise<string[]> {
  const place = migrations.findIndex(({ name }) => name === newest) + 1;
  if (place === 0) return [`that there is no migration ${newest}`];
  // One that came later with a free number before the newest would otherwise count as known.
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
