import { type EntityManager } from 'typeorm';
import { disruptedSince } from '../platform/disruptions/disruption.queries.js';

/** The latest attempt of an endpoint's deliveries. */
export interface LatestAttempt {
  deliveryId: string;
  /** Null without an answer. */
  responseCode: number | null;
  /** Null if it succeeded. */
  failureReason: string | null;
}

/** The state of an endpoint according to the attempts of its deliveries. */
export interface EndpointAttempts {
  endpointId: number;
  /** When attempts began to fail, with none successful since; null while they succeed. */
  failingSince: Date | null;
  /** Deliveries waiting for another attempt, counted up to a limit. */
  retrying: number;
  latest: LatestAttempt | null;
}

/** Enough to find the latest attempt, whether it was a retry or that of a new delivery. */
const NEWEST = 20;

/** SQL for whether a delivery `d` waits for another attempt. Matches the partial index `webhook_deliveries_retrying`. */
export const IS_RETRYING = `d.status = 'pending' and d.attempts > 0 and not d.parked`;

/** SQL for when the attempts of an endpoint `e` began to fail; null while they succeed. */
const FAILING_SINCE = disruptedSince('e.organization_id', 'endpoint', 'e.id');

const ATTEMPTS = `
  select e.id as "endpointId", ${FAILING_SINCE} as "failingSince", r.retrying,
    case when l.delivery_id is not null then json_build_object('deliveryId', l.delivery_id,
      'responseCode', l.response_code, 'failureReason', l.failure_reason) end as latest
  from webhook_endpoints e
    cross join lateral (
      select count(*)::integer as retrying from (
        select from webhook_deliveries d
        where d.organization_id = e.organization_id and d.endpoint_id = e.id and ${IS_RETRYING} limit $2) found) r
    left join lateral (
      select a.delivery_id, a.response_code, a.failure_reason from (
          (select id, attempts from (
              select d.id, d.attempts, d.next_retry_at from webhook_deliveries d
              where d.organization_id = e.organization_id and d.endpoint_id = e.id and ${IS_RETRYING}
              order by d.created_at desc, d.seq desc limit $2) retrying
            order by next_retry_at desc limit ${NEWEST})
          union
          (select d.id, d.attempts from webhook_deliveries d
            where d.organization_id = e.organization_id and d.endpoint_id = e.id
            order by d.created_at desc, d.seq desc limit ${NEWEST})
        ) newest
        join webhook_attempts a on a.organization_id = e.organization_id and a.delivery_id = newest.id
          and a.attempt = newest.attempts
      order by a.attempted_at desc limit 1) l on true
  where e.organization_id = $1 and e.deleted_at is null and ($3::bigint is null or e.id = $3)
  order by e.id`;

/** The endpoints of an organization, or one of them. @param most - retrying deliveries counted per endpoint */
export function findEndpointAttempts(
  manager: EntityManager,
  { organizationId, endpointId }: { organizationId: number; endpointId?: number },
  most: number,
): Promise<EndpointAttempts[]> {
  return manager.query<EndpointAttempts[]>(ATTEMPTS, [organizationId, most, endpointId ?? null]);
}

const RETRYING = `
  select count(*)::integer as found from (
    select from webhook_deliveries d where d.organization_id = $1 and ${IS_RETRYING} limit $2) found_rows`;

/** How many deliveries of the organization wait for another attempt, counted up to `most`. */
export async function countRetrying(
  manager: EntityManager,
  organizationId: number,
  most: number,
): Promise<number> {
  const [row] = await manager.query<{ found: number }[]>(RETRYING, [organizationId, most]);
  return row!.found;
}

/** An endpoint for which deliveries failed, and since when. */
export interface FailedEndpoint {
  endpointId: number;
  /** Its name; empty for an unnamed first endpoint. */
  label: string;
  url: string;
  /** When its attempts began to fail, or the start of the first day with failures if they succeed again. */
  since: Date;
}

const FAILED_ENDPOINTS = `
  select e.id as "endpointId", e.label, e.url, coalesce(${FAILING_SINCE}, f.day::timestamp at time zone 'UTC') as since
  from webhook_endpoints e
    cross join lateral (
      select min(d.day) as day from webhook_endpoint_days d
      where d.organization_id = e.organization_id and d.endpoint_id = e.id and d.failed > 0
        and d.day > (app_now() at time zone 'UTC')::date - $2::integer) f
  where e.organization_id = $1 and e.url is not null and not e.disabled and f.day is not null
  order by e.id`;

/** Endpoints for which deliveries failed for good in the last days. */
export function findFailedEndpoints(
  manager: EntityManager,
  organizationId: number,
  days: number,
): Promise<FailedEndpoint[]> {
  return manager.query<FailedEndpoint[]>(FAILED_ENDPOINTS, [organizationId, days]);
}
