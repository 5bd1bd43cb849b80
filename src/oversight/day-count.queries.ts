import { type EntityManager } from 'typeorm';

/** What is counted on a day of UTC. */
export const COUNTED = ['sent', 'completed', 'approved', 'notApproved'] as const;
export type Counted = (typeof COUNTED)[number];

/** `day` is `YYYY-MM-DD`. */
export type CountedDay = Record<Counted, number> & { day: string };

const TODAY = "(app_now() at time zone 'UTC')::date";

/** Takes a row of the day that nobody else counts in, or adds one, so that no transaction waits for another. */
const COUNT = `
  with free as (
    select id from organization_days where organization_id = $1 and day = ${TODAY}
    limit 1 for update skip locked
  ), counted as (
    update organization_days d set sent = d.sent + $2, completed = d.completed + $3,
      approved = d.approved + $4, not_approved = d.not_approved + $5
    from free where d.id = free.id returning d.id
  )
  insert into organization_days (organization_id, day, sent, completed, approved, not_approved)
  select $1, ${TODAY}, $2, $3, $4, $5 where not exists (select from counted)`;

const DAYS = `
  select to_char(at, 'YYYY-MM-DD') as day, coalesce(sum(d.sent), 0)::integer as sent,
    coalesce(sum(d.completed), 0)::integer as completed, coalesce(sum(d.approved), 0)::integer as approved,
    coalesce(sum(d.not_approved), 0)::integer as "notApproved"
  from generate_series(${TODAY} - $2::integer + 1, ${TODAY}, '1 day') as at
    left join organization_days d on d.organization_id = $1 and d.day = at::date
  group by at order by at`;

/** Counts one more for today. */
export async function countToday(tx: EntityManager, organizationId: number, what: Counted): Promise<void> {
  await tx.query(COUNT, [organizationId, ...COUNTED.map((each) => (each === what ? 1 : 0))]);
}

/** The last days up to today, oldest first, also those on which nothing was counted. */
export function findDays(
  manager: EntityManager,
  organizationId: number,
  days: number,
): Promise<CountedDay[]> {
  return manager.query<CountedDay[]>(DAYS, [organizationId, days]);
}
