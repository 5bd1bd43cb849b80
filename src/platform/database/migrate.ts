import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import { DataSource, type MigrationInterface } from 'typeorm';
import { CODE_DIR } from '../config/paths.js';
import { takeAdvisoryLock } from './advisory-locks.js';
import { dataSourceOptions } from './data-source-options.js';

const MIGRATIONS_DIR = join(CODE_DIR, 'migrations');

/** An arbitrary constant: the advisory lock that lets one of several replicas migrate. */
export const MIGRATION_LOCK = 7_205_759;

export type MigrationClass = new () => MigrationInterface;

/** Migrates the database at `url` to the newest schema. Replicas that start together wait for each other. */
export async function migrate(url: string): Promise<void> {
  const dataSource = await new DataSource({
    ...dataSourceOptions(url),
    migrations: await loadMigrations(),
    migrationsTransactionMode: 'each',
  }).initialize();
  const guard = dataSource.createQueryRunner();
  try {
    // A session lock would be left behind in a pooler, if `url` leads to one by mistake.
    await guard.startTransaction();
    await takeAdvisoryLock(guard.manager, MIGRATION_LOCK);
    await dataSource.runMigrations();
    await guard.commitTransaction();
  } finally {
    if (guard.isTransactionActive)
      await guard.rollbackTransaction().catch((error: Error) => {
        new Logger('Migrations').warn(`The migration lock was not released: ${error.message}`);
      });
    await guard.release();
    await dataSource.destroy();
  }
}

/** The migration classes in the order of their file names. */
export async function loadMigrations(): Promise<MigrationClass[]> {
  const files = readdirSync(MIGRATIONS_DIR).filter((name) => /^\d+-[\w-]+\.js$/.test(name));
  const modules = await Promise.all(
    files
      .sort()
      .map(
        (name) =>
          import(pathToFileURL(join(MIGRATIONS_DIR, name)).href) as Promise<Record<string, MigrationClass>>,
      ),
  );
  return modules.flatMap((module) => Object.values(module));
}
