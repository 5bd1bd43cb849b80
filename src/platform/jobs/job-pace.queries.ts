import { type EntityManager } from 'typeorm';

/** Jobs a minute at which a kind without a limit counts as having run when it is refused for the first time. */
const UNLIMITED = 120;
const LEAST = 1;
/** Minutes for which nothing begins after a refusal. */
const HOLD = { pace: 1 / 6, quota: 30 };
/** The same for jobs of the first rank. */
const FIRST_HOLD = { pace: 1 / 6, quota: 5 };
/** A job that was refused this often, each time after others had succeeded, is refused for a reason of its own. */
const LONE_AFTER = 3;

/** A refusal that concerns all jobs of a kind. */
export interface Refusal {
  limit: 'pace' | 'quota';
  /** The server's words, without personal data. */
  answer: string;
  /** How long ago the job began. */
  agoMs: number;
  /** How often the job had waited before. */
  waits: number;
}

export interface RefusalEffect {
  /** Others succeed, and only this job is refused again and again, so nothing was slowed down. */
  isLone: boolean;
  /** How long ago the first refusal since the last success was. */
  refusedSeconds: number;
}

/** The limit of a kind. */
export interface PaceLimit {
  kind: string;
  /** Null for none. */
  perMinute: number | null;
  minuteSeconds: number;
}

/** What is known of a kind's pace. */
export interface PaceState {
  /** Jobs that may begin within a minute; null for any number. */
  perMinute: number | null;
  /** Whether that is less than the limit, because of refusals. */
  isSlowed: boolean;
  /** Since when the server's quota has been used up; null while it is not. */
  quotaSince: Date | null;
  quotaSeconds: number;
  /** The server's last words, if it has refused and not accepted anything since. */
  answer: string | null;
}

const MAKE = 'insert into job_paces (kind) values ($1) on conflict do nothing';

/** Of jobs that were under way when one was refused, only the first one slows down. */
const REFUSE = `
  with clock as (select app_now() as at),
  changed as (
    update job_paces p set
      per_minute = case when $5 or p.slowed_at > c.at - $4 * interval '1 second' then p.per_minute
        else greatest(${LEAST}, coalesce(job_rate(p, $2, $3, c.at), ${UNLIMITED}) / 2) end,
      slowed_at = case when $5 or p.slowed_at > c.at - $4 * interval '1 second' then p.slowed_at else c.at end,
      held_until = greatest(p.held_until, c.at + $7 * $3 * interval '1 second'),
      first_held_until = greatest(p.first_held_until, c.at + $8 * $3 * interval '1 second'),
      tokens = 1,
      others_at = greatest(p.first_held_until, c.at + $8 * $3 * interval '1 second'),
      refilled_at = greatest(p.first_held_until, c.at + $8 * $3 * interval '1 second'),
      refusals = p.refusals + 1,
      refused_at = c.at,
      refused_since = coalesce(p.refused_since, c.at),
      quota_since = case when $5 then coalesce(p.quota_since, c.at) else p.quota_since end,
      answer = $6
    from clock c
    where p.kind = $1 and not (p.refusals = 0 and $9 >= ${LONE_AFTER})
    returning extract(epoch from c.at - p.refused_since)::float8 as seconds)
  select seconds from changed`;

const ACCEPT = `
  update job_paces set
    refusals = 0, refused_since = null, quota_since = null, answer = null,
    held_until = '-infinity', first_held_until = '-infinity', refilled_at = least(refilled_at, app_now())
  where kind = $1 and refusals > 0 and refused_at <= app_now() - $2 * interval '1 second'`;

const FIND = `
  select job_rate(p, $2, $3, c.at) as "perMinute",
    coalesce(job_rate(p, $2, $3, c.at) < $2, job_rate(p, $2, $3, c.at) is not null) as "isSlowed",
    p.quota_since as "quotaSince",
    coalesce(extract(epoch from c.at - p.quota_since), 0)::float8 as "quotaSeconds", p.answer
  from job_paces p cross join (select app_now() as at) c where p.kind = $1`;

/** Slows a kind down, and holds it for a while. */
export async function recordRefusal(
  manager: EntityManager,
  { kind, perMinute, minuteSeconds, limit, answer, agoMs, waits }: PaceLimit & Refusal,
): Promise<RefusalEffect> {
  await manager.query(MAKE, [kind]);
  const values = [kind, perMinute, minuteSeconds, agoMs / 1000, limit === 'quota', answer];
  const [changed] = await manager.query<{ seconds: number }[]>(REFUSE, [
    ...values,
    HOLD[limit],
    FIRST_HOLD[limit],
    waits,
  ]);
  return { isLone: changed === undefined, refusedSeconds: changed?.seconds ?? 0 };
}

/** A job that began this long ago succeeded. */
export async function endRefusals(manager: EntityManager, kind: string, agoMs: number): Promise<void> {
  await manager.query(ACCEPT, [kind, agoMs / 1000]);
}

export async function findPace(
  manager: EntityManager,
  { kind, perMinute, minuteSeconds }: PaceLimit,
): Promise<PaceState> {
  const [found] = await manager.query<PaceState[]>(FIND, [kind, perMinute, minuteSeconds]);
  return found ?? { perMinute, isSlowed: false, quotaSince: null, quotaSeconds: 0, answer: null };
}
