import { type ClientBase } from 'pg';
import { type EntityManager } from 'typeorm';

/** The service's time, which only tests shift. For times that leave the database; deadlines are compared in SQL. */
export async function databaseTime(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<{ now: Date }[]>('select app_now() as now');
  return row!.now;
}

/** Whether a time is less than this many days ahead, or has passed. */
export async function isWithinDays(manager: EntityManager, time: Date, days: number): Promise<boolean> {
  const [row] = await manager.query<{ isNear: boolean }[]>(
    `select $1::timestamptz < app_now() + $2 * interval '1 day' as "isNear"`,
    [time, days],
  );
  return row!.isNear;
}

/** Whether a test has shifted the service's time. */
export async function isClockMoved(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("select from app_clock where clock_offset <> '0'");
  return rowCount !== 0;
}
