import { type EntityManager } from 'typeorm';
import { sha256 } from '../platform/crypto/tokens.js';

/** The hour starts with the first event counted. */
const COUNT = `
  insert into hourly_counts as c (subject, count) values ($1, 1)
  on conflict (subject) do update set
    count = case when c.since > app_now() - interval '1 hour' then c.count + 1 else 1 end,
    since = case when c.since > app_now() - interval '1 hour' then c.since else app_now() end
  returning count`;

/** Counts one more. Subjects, such as `account:jo@acme.test`, are stored as digests only. @returns how many that makes */
export async function countOneMore(manager: EntityManager, subject: string): Promise<number> {
  const [row] = await manager.query<{ count: number }[]>(COUNT, [sha256(subject)]);
  return row!.count;
}

/** Deletes what no longer counts. */
export async function forgetOldCounts(manager: EntityManager): Promise<void> {
  await manager.query("delete from hourly_counts where since < app_now() - interval '2 hours'");
}
