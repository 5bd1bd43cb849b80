import { type DataSource } from 'typeorm';

const numberOf = (migration: object) =>
  Number(/\d+$/.exec(migration.constructor.name)![0]) - 1_700_000_000_000;

/** Undoes the newest migrations down to the one with this number, which is undone as well. */
export async function undoMigrations(dataSource: DataSource, number: number): Promise<void> {
  const newer = dataSource.migrations.filter((migration) => numberOf(migration) >= number);
  for (let undone = 0; undone < newer.length; undone++) await dataSource.undoLastMigration();
}
