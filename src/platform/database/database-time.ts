import { type EntityManager } from 'typeorm';

/** The service's time, which only tests move. Compare deadlines in SQL; use this where a time leaves the database. */
export async function databaseTime(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<{ now: Date }[]>('select app_now() as now');
  return row!.now;
}
