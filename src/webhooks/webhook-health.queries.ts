import { type EntityManager } from 'typeorm';

/**
 * SQL for the attempts of a row of `webhook_endpoint_days`: days before attempts were counted have one for each
 * delivery that ended.
 */
const ATTEMPTS = 'greatest(d.attempts, d.delivered + d.failed)';

/** The attempts of a UTC day, and how many deliveries ended on it, and how. */
export interface EndpointDay {
  /** `YYYY-MM-DD` */
  day: string;
  attempts: number;
  delivered: number;
  failed: number;
}

const DAYS = `
  select to_char(at, 'YYYY-MM-DD') as day, coalesce(sum(${ATTEMPTS}), 0)::integer as attempts,
    coalesce(sum(d.delivered), 0)::integer as delivered, coalesce(sum(d.failed), 0)::integer as failed
  from generate_series(
      (app_now() at time zone 'UTC')::date - $2::integer + 1, (app_now() at time zone 'UTC')::date, '1 day') as at
    left join webhook_endpoint_days d on d.organization_id = $1 and d.day = at::date
      and ($3::bigint is null or d.endpoint_id = $3)
  group by at order by at`;

const TOTALS = `
  select endpoint_id as "endpointId", sum(${ATTEMPTS})::integer as attempts, sum(delivered)::integer as delivered,
    sum(failed)::integer as failed
  from webhook_endpoint_days d
  where organization_id = $1 and day > (app_now() at time zone 'UTC')::date - $2::integer
  group by endpoint_id`;

const MEDIAN = `
  select percentile_disc(0.5) within group (order by a.duration_ms)::integer as median
  from (
      select id from webhook_deliveries where organization_id = $1 and ($3::bigint is null or endpoint_id = $3)
      order by created_at desc, seq desc limit $2
    ) newest
    join webhook_attempts a on a.organization_id = $1 and a.delivery_id = newest.id and a.attempt = 1
  where a.response_code is not null`;

/** Deliveries to one endpoint, or to all of the organization. */
export interface DeliveriesTo {
  organizationId: number;
  endpointId?: number;
}

/** The last days up to today, oldest first, including days without deliveries. */
export function findEndpointDays(
  manager: EntityManager,
  { organizationId, endpointId }: DeliveriesTo,
  days: number,
): Promise<EndpointDay[]> {
  return manager.query<EndpointDay[]>(DAYS, [organizationId, days, endpointId ?? null]);
}

export interface EndpointTotal {
  endpointId: number;
  attempts: number;
  delivered: number;
  failed: number;
}

/** Attempts, and deliveries that ended, in the last days, by endpoint; endpoints without any are missing. */
export function findEndpointTotals(
  manager: EntityManager,
  organizationId: number,
  days: number,
): Promise<EndpointTotal[]> {
  return manager.query<EndpointTotal[]>(TOTALS, [organizationId, days]);
}

/**
 * Median time in milliseconds to the answer to the first attempt, over the newest deliveries; null if none was
 * answered.
 */
export async function medianAnswerTime(
  manager: EntityManager,
  { organizationId, endpointId }: DeliveriesTo,
  newest: number,
): Promise<number | null> {
  const parameters = [organizationId, newest, endpointId ?? null];
  const [row] = await manager.query<{ median: number | null }[]>(MEDIAN, parameters);
  return row!.median;
}
