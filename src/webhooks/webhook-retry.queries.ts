import { type EntityManager } from 'typeorm';
import { isDisrupted } from '../platform/disruptions/disruption.queries.js';
import { type DeliveryStatus } from './domain/webhook-delivery.state.js';
import { IS_RETRYING } from './endpoint-attempts.queries.js';
import { type DeliveryPlace } from './webhook-browsing.queries.js';

/** A delivery that may wait for another attempt, with the state of its endpoint. */
export interface RetriedDelivery {
  endpointId: number;
  status: DeliveryStatus;
  attempts: number;
  parked: boolean;
  /** Its attempt is due or under way. */
  isDue: boolean;
  url: string | null;
  disabled: boolean;
  paused: boolean;
  held: boolean;
}

const LOCK = 'select from webhook_deliveries where organization_id = $1 and id = $2 for no key update';

const RETRIED = `
  select d.endpoint_id as "endpointId", d.status, d.attempts, d.parked, d.next_retry_at <= app_now() as "isDue",
    e.url, e.disabled, e.paused, e.held
  from webhook_deliveries d join webhook_endpoints e on e.organization_id = d.organization_id and e.id = d.endpoint_id
  where d.organization_id = $1 and d.id = $2`;

/** Locks the delivery until `tx` ends. Null if the organization has no such delivery. */
export async function lockRetried(
  tx: EntityManager,
  organizationId: number,
  id: string,
): Promise<RetriedDelivery | null> {
  // A separate statement, so that the next one sees what was committed while this one waited.
  await tx.query(LOCK, [organizationId, id]);
  const [found] = await tx.query<RetriedDelivery[]>(RETRIED, [organizationId, id]);
  return found ?? null;
}

/** Makes the next attempts of these deliveries due, unless they are already. @returns which it changed */
export async function makeDue(
  tx: EntityManager,
  organizationId: number,
  ids: readonly string[],
): Promise<string[]> {
  const [rows] = await tx.query<[{ id: string }[], number]>(
    `update webhook_deliveries d set next_retry_at = app_now()
     where d.organization_id = $1 and d.id = any($2) and ${IS_RETRYING} and d.next_retry_at > app_now()
     returning d.id`,
    [organizationId, ids],
  );
  return rows.map(({ id }) => id);
}

/** The attempts of all deliveries that waited at an endpoint when it began. There is one for an endpoint, the latest. */
export interface EndpointRetry {
  beganAt: Date;
  /** Deliveries that waited. */
  total: number;
  attempted: number;
  failedInRow: number;
  /** `stopped` after too many failures in a row, or because the endpoint was paused, held or disabled. */
  state: 'running' | 'finished' | 'stopped';
}

const COLUMNS = 'began_at as "beganAt", total, attempted, failed_in_row as "failedInRow", state';

const BEGIN = `
  insert into webhook_retries as r (organization_id, endpoint_id, total)
  select $1, $2, count(*) from webhook_deliveries d
  where d.organization_id = $1 and d.endpoint_id = $2 and ${IS_RETRYING}
  on conflict (organization_id, endpoint_id) do update
    set began_at = app_now(), total = excluded.total, attempted = 0, failed_in_row = 0, state = 'running'
    where r.state <> 'running'
  returning ${COLUMNS}`;

/** Null while one is running already. */
export async function beginRetry(
  tx: EntityManager,
  organizationId: number,
  endpointId: number,
): Promise<EndpointRetry | null> {
  const [retry] = await tx.query<EndpointRetry[]>(BEGIN, [organizationId, endpointId]);
  return retry ?? null;
}

/** Null if there was none. @param lock - until the transaction ends */
export async function findRetry(
  manager: EntityManager,
  organizationId: number,
  endpointId: number,
  { lock = false } = {},
): Promise<EndpointRetry | null> {
  const [retry] = await manager.query<EndpointRetry[]>(
    `select ${COLUMNS} from webhook_retries where organization_id = $1 and endpoint_id = $2${lock ? ' for update' : ''}`,
    [organizationId, endpointId],
  );
  return retry ?? null;
}

export async function saveRetry(
  tx: EntityManager,
  organizationId: number,
  endpointId: number,
  { attempted, failedInRow, state }: Pick<EndpointRetry, 'attempted' | 'failedInRow' | 'state'>,
): Promise<void> {
  await tx.query(
    `update webhook_retries set attempted = $3, failed_in_row = $4, state = $5
     where organization_id = $1 and endpoint_id = $2`,
    [organizationId, endpointId, attempted, failedInRow, state],
  );
}

/** What became of a delivery that was made due. */
export interface RetryOutcome {
  id: string;
  outcome: 'under way' | 'delivered' | 'failed';
}

const OUTCOMES = `
  select d.id, case when d.status = 'success' then 'delivered'
    when d.status = 'pending' and not d.parked and d.next_retry_at <= app_now() then 'under way'
    else 'failed' end as outcome
  from webhook_deliveries d where d.organization_id = $1 and d.id = any($2) order by d.created_at, d.seq`;

/** In the order in which they were recorded. */
export function findOutcomes(
  tx: EntityManager,
  organizationId: number,
  ids: readonly string[],
): Promise<RetryOutcome[]> {
  return tx.query<RetryOutcome[]>(OUTCOMES, [organizationId, ids]);
}

const NEXT = `
  select d.id, d.created_at as "createdAt", d.seq from webhook_deliveries d
  where d.organization_id = $1 and d.endpoint_id = $2 and ${IS_RETRYING} and d.created_at < $3
    and ($4::timestamptz is null or (d.created_at, d.seq) > ($4, $5::bigint))
  order by d.created_at, d.seq limit $6`;

/** The next waiting deliveries, oldest first. */
export function findWaiting(
  tx: EntityManager,
  { organizationId, endpointId }: { organizationId: number; endpointId: number },
  { before, after, limit }: { before: Date; after: DeliveryPlace | null; limit: number },
): Promise<(DeliveryPlace & { id: string })[]> {
  return tx.query<(DeliveryPlace & { id: string })[]>(NEXT, [
    organizationId,
    endpointId,
    before,
    after?.createdAt,
    after?.seq,
    limit,
  ]);
}

const PROVEN = `
  select t.status = 'success' as proven from webhook_deliveries t
  where t.organization_id = $1 and t.endpoint_id = $2 and t.is_test and t.created_at > app_now() - interval '1 day'
    and not ${isDisrupted('$1', 'endpoint', '$2')}
  order by t.created_at desc limit 1`;

/** Whether the latest test event of the last day was delivered and no attempt has failed since. */
export async function isProven(
  manager: EntityManager,
  organizationId: number,
  endpointId: number,
): Promise<boolean> {
  const [latest] = await manager.query<{ proven: boolean }[]>(PROVEN, [organizationId, endpointId]);
  return latest?.proven ?? false;
}
