import { type EntityManager } from 'typeorm';
import { sourcesOf } from '../common/transitions.js';
import { queryPrepared } from '../platform/database/query-prepared.js';
import { type Statement, type Statements } from '../platform/database/statements.js';
import { isDisrupted } from '../platform/disruptions/disruption.queries.js';
import { type PostResult } from '../platform/http-client/http-client.js';
import { type SelectedPayloads } from '../platform/jobs/job-queue.js';
import { MAX_ATTEMPTS } from './domain/retry-delay.js';
import { DELIVERY_TRANSITIONS, type DeliveryStatus } from './domain/webhook-delivery.state.js';
import { CURRENT_SECRET, OTHER_SECRETS } from './webhook-endpoint.queries.js';
import { DELIVERED_BODY } from './webhook-event.queries.js';

export interface DueDelivery {
  id: string;
  organizationId: number;
  webhookId: string;
  body: Buffer;
  attempts: number;
  endpointId: number;
  url: string | null;
  /** By a member, or because the endpoint is held. */
  paused: boolean;
  disabled: boolean;
  holdsWhenDown: boolean;
  secretSealed: string;
  /** Secrets that also sign, around a rotation. */
  otherSecretsSealed: string[];
  /** Headers of the organization's own (`EndpointHeaders`). */
  headersSealed: string | null;
  /** Unix seconds by the database's clock, so that a worker's wrong clock does not matter. */
  signedAt: number;
  /** Whether deliveries to the endpoint have failed lately, with none successful since. */
  isDisrupted: boolean;
}

/** The history's text for a last attempt whose worker died. */
const WORKER_LOST = 'worker lost';

/** Identifies a delivery of an organization. */
interface DeliveryKey {
  organizationId: number;
  deliveryId: string;
}

/**
 * SQL for whether a delivery `d`, found by its id, is pending, in a form that no index serves. If the planner
 * expected few pending ones, it would otherwise read all of them, even during a backlog.
 */
const IS_PENDING = `(d.status = 'pending') is true`;

export const FIND_DUE: Statement = {
  name: 'webhooks-due',
  text: `
    select d.id, d.organization_id as "organizationId", d.webhook_id as "webhookId",
      ${DELIVERED_BODY} as body, d.attempts, e.id as "endpointId", e.url, (e.paused or e.held) as paused, e.disabled,
      e.holds_when_down as "holdsWhenDown",
      ${CURRENT_SECRET} as "secretSealed", ${OTHER_SECRETS} as "otherSecretsSealed",
      e.headers_sealed as "headersSealed",
      floor(extract(epoch from (select app_now())))::bigint as "signedAt",
      ${isDisrupted('d.organization_id', 'endpoint', 'e.id')} as "isDisrupted"
    from unnest($1::bigint[], $2::uuid[]) as asked (organization_id, id)
      join webhook_deliveries d on d.id = any($2) and d.organization_id = asked.organization_id and d.id = asked.id
      join webhook_endpoints e on e.organization_id = d.organization_id and e.id = d.endpoint_id
      join webhook_events v on v.organization_id = d.organization_id and v.seq = d.event_seq
    where ${IS_PENDING}`,
};

/** Pending deliveries, each with its endpoint's current address and secret. */
export function findDueDeliveries(db: Statements, keys: readonly DeliveryKey[]): Promise<DueDelivery[]> {
  return db.query<DueDelivery>(FIND_DUE, keysOf(keys));
}

const keysOf = (keys: readonly DeliveryKey[]): unknown[] => [
  keys.map(({ organizationId }) => organizationId),
  keys.map(({ deliveryId }) => deliveryId),
];

export interface AttemptRecord {
  organizationId: number;
  deliveryId: string;
  endpointId: number;
  /** The address and headers of the request; its signature and the organization's own headers are not stored. */
  sent: { url: string; headers: Record<string, string> };
  /** From 1. */
  attempt: number;
  result: PostResult;
  status: DeliveryStatus;
  /** Null for no further attempt. */
  retryAfterSeconds: number | null;
  /** As it was when the delivery was read. */
  isDisrupted: boolean;
  holdsWhenDown: boolean;
}

/**
 * Counts attempts and deliveries as they end, so that a million never have to be counted at once. `app_now()` is called once, not
 * per row.
 */
export const RECORD_ATTEMPTS: Statement = {
  name: 'webhooks-record-attempts',
  text: `
  with record as materialized (
    select * from json_to_recordset($1) as r (
      organization_id bigint, delivery_id uuid, endpoint_id bigint, attempt integer, url text, request_headers jsonb,
      response_code integer, response_body text, response_headers jsonb, failure_reason text, duration_ms integer,
      dns_ms integer, connect_ms integer, tls_ms integer, first_byte_ms integer, status text,
      retry_after_seconds double precision)),
  appended as (
    insert into webhook_attempts (organization_id, delivery_id, attempt, url, request_headers, response_code,
      response_body, response_headers, failure_reason, duration_ms, dns_ms, connect_ms, tls_ms, first_byte_ms,
      attempted_at)
    select organization_id, delivery_id, attempt, url, request_headers, response_code, response_body, response_headers,
      failure_reason, duration_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, (select app_now()) from record),
  counted as (
    insert into webhook_endpoint_days as d (organization_id, endpoint_id, day, attempts, delivered, failed)
    select organization_id, endpoint_id, ((select app_now()) at time zone 'UTC')::date, count(*),
      count(*) filter (where status = 'success'), count(*) filter (where status = 'failed')
    from record group by 1, 2 order by 1, 2
    on conflict (organization_id, endpoint_id, day) do update
      set attempts = d.attempts + excluded.attempts, delivered = d.delivered + excluded.delivered,
        failed = d.failed + excluded.failed),
  moved as (
    update webhook_deliveries d set attempts = r.attempt, status = r.status, failure_reason = r.failure_reason,
      next_retry_at = (select app_now()) + r.retry_after_seconds * interval '1 second'
    from record r
    where d.id = any(array(select delivery_id from record)) and d.id = r.delivery_id
      and d.organization_id = r.organization_id and d.attempts = r.attempt - 1 and ${IS_PENDING}
    returning d.id)
  select count(*)::integer as moved from moved`,
};

/**
 * Appends attempts of different deliveries and updates the deliveries.
 * @throws Error if another worker recorded one of the attempts first; then none is recorded
 */
export async function recordAttempts(tx: EntityManager, records: readonly AttemptRecord[]): Promise<void> {
  const [row] = await queryPrepared<{ moved: number }>(tx, RECORD_ATTEMPTS, [
    JSON.stringify(records.map(columnsOf)),
  ]);
  if (row!.moved !== records.length) throw new Error('another worker recorded an attempt first');
}

function columnsOf({ sent, result, ...record }: AttemptRecord): Record<string, unknown> {
  return {
    organization_id: record.organizationId,
    delivery_id: record.deliveryId,
    endpoint_id: record.endpointId,
    attempt: record.attempt,
    url: sent.url,
    request_headers: sent.headers,
    response_code: result.responseCode,
    response_body: result.responseBody,
    response_headers: result.responseHeaders,
    failure_reason: result.failureReason,
    duration_ms: result.durationMs,
    dns_ms: result.phases.dnsMs,
    connect_ms: result.phases.connectMs,
    tls_ms: result.phases.tlsMs,
    first_byte_ms: result.phases.firstByteMs,
    status: record.status,
    retry_after_seconds: record.retryAfterSeconds,
  };
}

/** Counts `failed` deliveries as failures of the day. Deliveries older than endpoints belong to none. */
const COUNT_FAILED = `
  insert into webhook_endpoint_days as d (organization_id, endpoint_id, day, delivered, failed)
  select organization_id, endpoint_id, ((select app_now()) at time zone 'UTC')::date, 0, count(*)::integer
  from failed where endpoint_id is not null group by 1, 2
  on conflict (organization_id, endpoint_id, day) do update set failed = d.failed + excluded.failed`;

/** Fails the deliveries that meet a condition without another attempt, and counts them as failures of the day. */
const failWhere = (condition: string) => `
  with failed as (
    update webhook_deliveries set status = 'failed', failure_reason = $3, next_retry_at = null, parked = false
    where organization_id = $1 and status = any($4) and ${condition}
    returning organization_id, endpoint_id)
  ${COUNT_FAILED}`;

const FAIL_ONE = failWhere('id = $2');
const FAIL_WAITING = failWhere('endpoint_id = $2 and (parked or next_retry_at > app_now())');

/** Fails a delivery that cannot be attempted, or not again. */
export async function failDelivery(
  tx: EntityManager,
  organizationId: number,
  id: string,
  reason: string,
): Promise<void> {
  await tx.query(FAIL_ONE, [organizationId, id, reason, sourcesOf(DELIVERY_TRANSITIONS, 'failed')]);
}

/**
 * Fails deliveries that wait for an endpoint which receives nothing more. Attempts under way finish, and due
 * deliveries fail when their turn comes.
 */
export async function failWaitingDeliveries(
  tx: EntityManager,
  organizationId: number,
  endpointId: number,
  reason: string,
): Promise<void> {
  const values = [organizationId, endpointId, reason, sourcesOf(DELIVERY_TRANSITIONS, 'failed')];
  await tx.query(FAIL_WAITING, values);
}

const LAST_ATTEMPT: Statement = {
  name: 'webhooks-last-attempt',
  text: `
    select d.id
    from unnest($1::bigint[], $2::uuid[]) as asked (organization_id, id)
      join webhook_deliveries d on d.organization_id = asked.organization_id and d.id = asked.id
      join webhook_endpoints e on e.organization_id = d.organization_id and e.id = d.endpoint_id
    where d.status = 'pending' and d.attempts = ${MAX_ATTEMPTS - 1} and not e.disabled`,
};

/** Of deliveries being sent, those in their last attempt. */
export async function findInLastAttempt(
  db: Statements,
  keys: readonly DeliveryKey[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(LAST_ATTEMPT, keysOf(keys));
  return new Set(rows.map(({ id }) => id));
}

const LOSE_LAST_ATTEMPT = `
  with failed as (
    update webhook_deliveries set status = 'failed', attempts = attempts + 1, failure_reason = '${WORKER_LOST}',
      next_retry_at = null
    where organization_id = $1 and id = $2 and status = 'pending' and attempts = ${MAX_ATTEMPTS - 1} and not parked
    returning organization_id, endpoint_id, id, attempts),
  appended as (
    insert into webhook_attempts (organization_id, delivery_id, attempt, response_body, response_headers,
      failure_reason, duration_ms, attempted_at)
    select organization_id, id, attempts, '', '{}', '${WORKER_LOST}', 0, app_now() from failed)
  ${COUNT_FAILED}`;

/** Counts the last attempt as failed, since its outcome is unknown. */
export async function loseLastAttempt(
  tx: EntityManager,
  { organizationId, deliveryId }: DeliveryKey,
): Promise<void> {
  await tx.query(LOSE_LAST_ATTEMPT, [organizationId, deliveryId]);
}

export async function parkDelivery(tx: EntityManager, organizationId: number, id: string): Promise<void> {
  await tx.query(
    `update webhook_deliveries set parked = true, next_retry_at = null
     where organization_id = $1 and id = $2 and status = 'pending'`,
    [organizationId, id],
  );
}

/** @returns whether the delivery is still to be sent */
export async function unparkDelivery(
  tx: EntityManager,
  { organizationId, deliveryId }: DeliveryKey,
): Promise<boolean> {
  const [rows] = await tx.query<[unknown[], number]>(
    `update webhook_deliveries set parked = false where organization_id = $1 and id = $2 and status = 'pending'
     returning id`,
    [organizationId, deliveryId],
  );
  return rows.length > 0;
}

/** Unparks all deliveries to an endpoint; returns them as payloads of their jobs, oldest first. */
export const unparkedDeliveries = (organizationId: number, endpointId: number): SelectedPayloads => ({
  text: `
    update webhook_deliveries set parked = false where organization_id = $1 and endpoint_id = $2 and parked
    returning jsonb_build_object('organizationId', organization_id, 'deliveryId', id) as payload, seq as place`,
  values: [organizationId, endpointId],
});
