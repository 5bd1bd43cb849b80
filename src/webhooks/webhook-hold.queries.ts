import { type EntityManager } from 'typeorm';

/** An endpoint that is to be held when it is down, whether or not it is now. */
export interface WatchedEndpoint {
  id: number;
  organizationId: number;
  held: boolean;
  /** Since when it is held, if it is. */
  stateSince: Date | null;
}

const COLUMNS = 'id, organization_id as "organizationId", held, state_since as "stateSince"';

const LOCK = `
  select ${COLUMNS} from webhook_endpoints
  where (organization_id, id) in (select * from unnest($1::bigint[], $2::bigint[]))
    and holds_when_down and not paused and not disabled
  order by id for no key update`;

/** A delivery counts once, with its latest failure. */
const FAIL = `
  with forgotten as (
    delete from webhook_recent_failures
    where organization_id = $1 and endpoint_id = $2 and failed_at <= app_now() - $4 * interval '1 second'
      and delivery_id <> all($3::uuid[])),
  failed as (
    insert into webhook_recent_failures (organization_id, endpoint_id, delivery_id)
    select $1, $2, unnest($3::uuid[]) on conflict (endpoint_id, delivery_id) do update set failed_at = excluded.failed_at
    returning delivery_id)
  select count(*)::integer as failures from (
    select delivery_id from failed union
    select delivery_id from webhook_recent_failures
    where organization_id = $1 and endpoint_id = $2 and failed_at > app_now() - $4 * interval '1 second') as recent`;

const HOLD = `
  update webhook_endpoints set held = true, next_probe_at = app_now() + $3 * interval '1 second', state_since = app_now()
  where organization_id = $1 and id = $2 returning ${COLUMNS}`;

const RELEASE = `
  update webhook_endpoints set held = false, next_probe_at = null, state_since = app_now()
  where organization_id = $1 and id = $2 and held returning state_since as "releasedAt"`;

const PROBE_IN = `
  update webhook_endpoints set next_probe_at = app_now() + $4 * interval '1 second'
  where organization_id = $1 and id = $2 and held and state_since = $3 returning id`;

/** Deliveries being sent, or about to be, do not count as waiting. */
const OLDEST_WAITING = `
  select id from webhook_deliveries
  where organization_id = $1 and endpoint_id = $2 and status = 'pending' and (parked or next_retry_at > app_now())
  order by created_at, seq limit 1`;

const COUNT_WAITING = `
  select count(*)::integer as waiting from (
    select from webhook_deliveries where organization_id = $1 and endpoint_id = $2 and status = 'pending' limit $3
  ) as found`;

/** Locks, until `tx` ends, those of these endpoints that are to be held when they are down. */
export function lockWatchedEndpoints(
  tx: EntityManager,
  endpoints: readonly { organizationId: number; endpointId: number }[],
): Promise<WatchedEndpoint[]> {
  return tx.query<WatchedEndpoint[]>(LOCK, [
    endpoints.map(({ organizationId }) => organizationId),
    endpoints.map(({ endpointId }) => endpointId),
  ]);
}

/** Records failed deliveries. @returns how many failed within this many seconds, since the last success */
export async function noteFailures(
  tx: EntityManager,
  { organizationId, id }: WatchedEndpoint,
  deliveryIds: readonly string[],
  withinSeconds: number,
): Promise<number> {
  const values = [organizationId, id, [...new Set(deliveryIds)], withinSeconds];
  const [row] = await tx.query<{ failures: number }[]>(FAIL, values);
  return row!.failures;
}

export async function forgetFailures(
  tx: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<void> {
  await tx.query('delete from webhook_recent_failures where organization_id = $1 and endpoint_id = $2', [
    organizationId,
    id,
  ]);
}

/** @param probeIn seconds until the first probe @returns the endpoint as it is now */
export async function holdEndpoint(
  tx: EntityManager,
  { organizationId, id }: WatchedEndpoint,
  probeIn: number,
): Promise<WatchedEndpoint> {
  const [rows] = await tx.query<[WatchedEndpoint[], number]>(HOLD, [organizationId, id, probeIn]);
  return rows[0]!;
}

/** @returns when it was released; null if it was not held */
export async function releaseEndpoint(
  tx: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<Date | null> {
  const [rows] = await tx.query<[{ releasedAt: Date }[], number]>(RELEASE, [organizationId, id]);
  return rows[0]?.releasedAt ?? null;
}

/** Sets the next probe of an endpoint held since then. @returns false if it is not held */
export async function planProbe(
  tx: EntityManager,
  { organizationId, endpointId, since }: { organizationId: number; endpointId: number; since: string },
  inSeconds: number,
): Promise<boolean> {
  const values = [organizationId, endpointId, since, inSeconds];
  const [rows] = await tx.query<[unknown[], number]>(PROBE_IN, values);
  return rows.length > 0;
}

/** The id of the oldest delivery that waits for the endpoint, or for its next attempt; null if none does. */
export async function oldestWaiting(
  manager: EntityManager,
  organizationId: number,
  endpointId: number,
): Promise<string | null> {
  const [row] = await manager.query<{ id: string }[]>(OLDEST_WAITING, [organizationId, endpointId]);
  return row?.id ?? null;
}

/** How many deliveries wait for an endpoint, counted up to `most`. */
export async function countWaiting(
  manager: EntityManager,
  organizationId: number,
  endpointId: number,
  most: number,
): Promise<number> {
  const [row] = await manager.query<{ waiting: number }[]>(COUNT_WAITING, [organizationId, endpointId, most]);
  return row!.waiting;
}
