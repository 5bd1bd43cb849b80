import { type EntityManager } from 'typeorm';

/** The service's time, which only tests move. For times that leave the database; deadlines are compared in SQL. */
export async function databaseTime(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<{ now: Date }[]>('select app_now() as now');
  return row!.now;
}
