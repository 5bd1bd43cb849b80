import { type EntityManager } from 'typeorm';
import { type ReplayRange } from './domain/replay-range.js';
import { type DeliveryStatus } from './domain/webhook-delivery.state.js';
import { type DeliveryPlace } from './webhook-browsing.queries.js';

/** The replay of all failed deliveries in a range. */
export interface Replay extends ReplayRange {
  id: string;
  /** So far. */
  replayed: number;
  finished: boolean;
}

/**
 * Whether `d` and its endpoint `e` can be replayed: it failed, and no later replay of its event to its endpoint is
 * waiting, has succeeded, or represents it in the range that ends at `until`.
 */
const isDue = (
  until: string,
) => `d.status = 'failed' and e.url is not null and not e.disabled and not exists (
    select from webhook_deliveries r
    where r.organization_id = d.organization_id and r.event_seq = d.event_seq and r.endpoint_id = d.endpoint_id
      and r.replay_of is not null and r.seq > d.seq and (r.status <> 'failed' or r.created_at < ${until}))`;

const FOUND = `
  select count(*)::integer as found from (
    select from webhook_deliveries d join webhook_endpoints e on e.organization_id = $1 and e.id = d.endpoint_id
    where d.organization_id = $1 and d.created_at >= $2 and d.created_at < $3
      and ($4::bigint is null or d.endpoint_id = $4) and ${isDue('$3')}
    limit $5) found_rows`;

/** How many deliveries of a range would be replayed, counted up to `most`. */
export async function countReplayable(
  manager: EntityManager,
  organizationId: number,
  { from, until, endpointId }: ReplayRange,
  most: number,
): Promise<number> {
  const [row] = await manager.query<{ found: number }[]>(FOUND, [
    organizationId,
    from,
    until,
    endpointId,
    most,
  ]);
  return row!.found;
}

/** Examines at most the limit of failed deliveries, however many of them are skipped. */
const CHOOSE = `
  with looked as materialized (
    select d.* from webhook_deliveries d
    where d.organization_id = $1 and d.status = 'failed' and d.created_at >= $2 and d.created_at < $3
      and ($5::timestamptz is null or (d.created_at, d.seq) > ($5, $6::bigint))
    order by d.created_at, d.seq limit $7)
  select d.id, d.created_at as "createdAt", d.seq,
    ($4::bigint is null or d.endpoint_id = $4) and coalesce(${isDue('$3')}, false) as "isDue"
  from looked d left join webhook_endpoints e on e.organization_id = $1 and e.id = d.endpoint_id
  order by d.created_at, d.seq`;

/**
 * The next deliveries of a range to replay, oldest first.
 * @param after - the last one examined
 * @param limit - of examined deliveries
 */
export async function chooseReplayable(
  tx: EntityManager,
  organizationId: number,
  { from, until, endpointId }: ReplayRange,
  { after, limit }: { after: DeliveryPlace | null; limit: number },
): Promise<{ ids: string[]; last: DeliveryPlace | null }> {
  const looked = await tx.query<(DeliveryPlace & { id: string; isDue: boolean })[]>(CHOOSE, [
    organizationId,
    from,
    until,
    endpointId,
    after?.createdAt,
    after?.seq,
    limit,
  ]);
  const ids = looked.filter(({ isDue: due }) => due).map(({ id }) => id);
  return { ids, last: looked.length < limit ? null : looked.at(-1)! };
}

/** The state of a delivery before its replay. */
export interface ReplayedDelivery {
  status: DeliveryStatus;
  url: string | null;
  /** Null without an endpoint. */
  disabled: boolean | null;
  /** How often it has been replayed. */
  replays: number;
}

const REPLAYS = `
  select r.id, r.seq from webhook_deliveries r
  where r.organization_id = d.organization_id and r.event_seq = d.event_seq and r.endpoint_id = d.endpoint_id
    and r.replay_of = d.webhook_id`;

const LOCK = 'select from webhook_deliveries where organization_id = $1 and id = $2 for no key update';

const OLD = `
  select d.status, e.url, e.disabled, (select count(*)::integer from (${REPLAYS}) r) as replays
  from webhook_deliveries d left join webhook_endpoints e on e.organization_id = $1 and e.id = d.endpoint_id
  where d.organization_id = $1 and d.id = $2`;

/** Locks a delivery for replay until `tx` ends. Null if the organization has no such delivery. */
export async function lockReplayed(
  tx: EntityManager,
  organizationId: number,
  id: string,
): Promise<ReplayedDelivery | null> {
  // A separate statement, so that the next one sees what was committed while this one waited.
  await tx.query(LOCK, [organizationId, id]);
  const [found] = await tx.query<ReplayedDelivery[]>(OLD, [organizationId, id]);
  return found ?? null;
}

/** The delivery that a delivery replays, and those that replay it. */
export interface ReplayLinks {
  /** Null if it replays none, or one that is no longer stored. */
  originalId: string | null;
  replays: number;
  latestId: string | null;
}

const LINKS = `
  select (select o.id from webhook_deliveries o
      where o.organization_id = d.organization_id and o.webhook_id = d.replay_of) as "originalId",
    (select count(*)::integer from (${REPLAYS}) r) as replays,
    (select id from (${REPLAYS}) r order by seq desc limit 1) as "latestId"
  from webhook_deliveries d where d.organization_id = $1 and d.id = $2`;

/** Null if the organization has no such delivery. */
export async function findReplayLinks(
  manager: EntityManager,
  organizationId: number,
  id: string,
): Promise<ReplayLinks | null> {
  const [links] = await manager.query<ReplayLinks[]>(LINKS, [organizationId, id]);
  return links ?? null;
}

export interface NewDelivery {
  id: string;
  endpointId: number;
  /** Waits until its endpoint is resumed. */
  parked: boolean;
}

/** As when events are recorded: paused or held endpoints stay so until the transaction ends. */
const REPLAY = `
  with paused as materialized (
    select id from webhook_endpoints where organization_id = $1 and (paused or held) order by id for share)
  insert into webhook_deliveries (organization_id, endpoint_id, event_seq, webhook_id, replay_of, event, subject_kind,
    subject_id, is_test, status, parked, created_at)
  select d.organization_id, d.endpoint_id, d.event_seq, gen_random_uuid(), d.webhook_id, d.event, d.subject_kind,
    d.subject_id, d.is_test, 'pending', d.endpoint_id in (select id from paused), app_now()
  from webhook_deliveries d where d.organization_id = $1 and d.id = any($2)
  order by d.created_at, d.seq
  returning id, endpoint_id as "endpointId", parked`;

/** Records a new delivery of the same event to the same endpoint for each of these. */
export function replayDeliveries(
  tx: EntityManager,
  organizationId: number,
  ids: readonly string[],
): Promise<NewDelivery[]> {
  return tx.query<NewDelivery[]>(REPLAY, [organizationId, ids]);
}

const INSERT = `
  insert into webhook_replays (organization_id, id, endpoint_id, recorded_from, recorded_until)
  values ($1, $2, $3, $4, least($5, app_now()))
  on conflict (organization_id, id) do nothing returning id`;

/** Records a replay of deliveries recorded by now. @returns false if it was recorded before */
export async function insertReplay(
  tx: EntityManager,
  organizationId: number,
  { id, endpointId, from, until }: ReplayRange & { id: string },
): Promise<boolean> {
  const rows = await tx.query<unknown[]>(INSERT, [organizationId, id, endpointId, from, until]);
  return rows.length > 0;
}

export async function findReplay(
  manager: EntityManager,
  organizationId: number,
  id: string,
): Promise<Replay | null> {
  const [replay] = await manager.query<Replay[]>(
    `select id, endpoint_id as "endpointId", recorded_from as "from", recorded_until as until, replayed, finished
     from webhook_replays where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return replay ?? null;
}

export async function advanceReplay(
  tx: EntityManager,
  organizationId: number,
  id: string,
  { replayed, finished }: { replayed: number; finished: boolean },
): Promise<void> {
  await tx.query(
    'update webhook_replays set replayed = replayed + $3, finished = $4 where organization_id = $1 and id = $2',
    [organizationId, id, replayed, finished],
  );
}
