import { type EntityManager } from 'typeorm';

/** The events counted per UTC day. */
export const COUNTED = ['sent', 'completed', 'approved', 'notApproved'] as const;
export type Counted = (typeof COUNTED)[number];

/** `day` is `YYYY-MM-DD`. */
export type CountedDay = Record<Counted, number> & { day: string };

const TODAY = "(app_now() at time zone 'UTC')::date";

/**
 * Updates a row of the day that no other transaction has locked, or adds one, so transactions never wait for each
 * other.
 */
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

/** Adds one to today's count. */
export async function countToday(tx: EntityManager, organizationId: number, what: Counted): Promise<void> {
  await tx.query(COUNT, [organizationId, ...COUNTED.map((each) => (each === what ? 1 : 0))]);
}

/** The last days up to today, oldest first, including those without counts. */
export function findDays(
  manager: EntityManager,
  organizationId: number,
  days: number,
): Promise<CountedDay[]> {
  return manager.query<CountedDay[]>(DAYS, [organizationId, days]);
}
