import { type EntityManager } from 'typeorm';
import { sha256 } from '../crypto/tokens.js';

/** The hour starts with the first event counted. */
const IS_CURRENT = "c.since > app_now() - interval '1 hour'";

const COUNT = `
  insert into hourly_counts as c (subject, count) values ($1, 1)
  on conflict (subject) do update set
    count = case when ${IS_CURRENT} then c.count + 1 else 1 end,
    since = case when ${IS_CURRENT} then c.since else app_now() end
  returning count`;

const LOOK = `select c.count from hourly_counts c where c.subject = $1 and ${IS_CURRENT}`;

/** Deletes the row if it counted only one. */
const TAKE_BACK = `
  with last as (delete from hourly_counts where subject = $1 and count <= 1 returning subject)
  update hourly_counts set count = count - 1
    where subject = $1 and not exists (select from last)`;

/** Skips rows that another transaction is counting in. */
const FORGET = `
  delete from hourly_counts where subject in (
    select subject from hourly_counts where since < app_now() - interval '2 hours' for update skip locked)`;

/** Adds one to the count. Subjects, such as `account:jo@acme.test`, are stored only as digests. @returns the new count */
export async function countOneMore(manager: EntityManager, subject: string): Promise<number> {
  const [row] = await manager.query<{ count: number }[]>(COUNT, [sha256(subject)]);
  return row!.count;
}

/** The count, without adding to it. */
export async function hourlyCountOf(manager: EntityManager, subject: string): Promise<number> {
  const [row] = await manager.query<{ count: number }[]>(LOOK, [sha256(subject)]);
  return row?.count ?? 0;
}

/** Takes back one that was counted. */
export async function countOneLess(manager: EntityManager, subject: string): Promise<void> {
  await manager.query(TAKE_BACK, [sha256(subject)]);
}

/** Deletes expired entries. */
export async function forgetOldCounts(manager: EntityManager): Promise<void> {
  await manager.query(FORGET);
}
