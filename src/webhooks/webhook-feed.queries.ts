import { type EntityManager } from 'typeorm';
import { TEST_EVENT } from './domain/event-types.js';
import { type FeedPlace } from './domain/feed-cursor.js';
import { CURRENT_ERA } from './webhook-event.queries.js';

export interface FeedFilter {
  organizationId: number;
  /** The last place read; undefined to start before the first event. */
  after?: FeedPlace;
  /** All if undefined. */
  types?: readonly string[];
  limit: number;
}

/** A part of the feed. */
export interface FeedPage {
  bodies: Buffer[];
  /** Where to read on. */
  next: FeedPlace;
  /** Whether there may already be more. */
  hasMore: boolean;
}

const BEGINNING: FeedPlace = { era: 0, xid: '0', seq: 0 };
/**
 * How many events a page examines for those of the wanted types, so that rare types cannot make it read everything.
 */
const WINDOW = 10_000;
/** Bytes of bodies after which a page ends. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Test events that have the type of another event would be taken for it by readers of the feed. */
const IS_IN_FEED = `(not v.is_test or v.type = '${TEST_EVENT}')`;

/**
 * The events of transactions below the snapshot's `xmin`: all of these have ended, and no later one gets such a
 * number, so no event can be added there. The last event examined is included, without its body if it is not wanted.
 *
 * The place is read by subqueries to hide it from PostgreSQL's planner. It would otherwise estimate the rows after it
 * by the era alone, expect none because there is only one era, and sort all of them instead of reading the months along
 * their indexes.
 */
const READ = `
  with bounds as materialized (
    select ${CURRENT_ERA} as era, pg_snapshot_xmin(pg_current_snapshot()) as xmin,
      pg_snapshot_xmax(pg_current_snapshot()) as xmax
  ), looked as materialized (
    select v.era, v.xid, v.seq, v.created_at, octet_length(v.body) as bytes, ${IS_IN_FEED} and ($5::text[] is null or v.type = any($5)) as fits
    from webhook_events v
    where v.organization_id = $1 and (v.era, v.xid, v.seq) > ((select $2::integer), (select $3::xid8), (select $4::bigint))
      and (v.era, v.xid) < ((select era from bounds), (select xmin from bounds))
    order by v.era, v.xid, v.seq limit $6
  ), counted as (
    select *, row_number() over in_order as looked, lead(seq) over in_order is null as "isLast",
      count(*) filter (where fits) over in_order as fitting, sum(bytes) filter (where fits) over in_order as "bytesSoFar"
    from looked window in_order as (order by era, xid, seq)
  ), chosen as (
    select *, fits and fitting <= $7 and "bytesSoFar" - bytes < ${MAX_BYTES} as "isShown" from counted
  )
  select b.era as "currentEra", b.xmin::text as xmin, ($2, $3::xid8) > (b.era, b.xmax) as "isAhead",
    c.era, c.xid::text as xid, c.seq, c.looked, c.fitting, v.body
  from bounds b left join chosen c on c."isShown" or c."isLast"
    left join webhook_events v on v.organization_id = $1 and v.seq = c.seq and v.created_at = c.created_at and c."isShown"
  order by c.era, c.xid, c.seq`;

interface FeedRow extends Partial<FeedPlace> {
  currentEra: number;
  xmin: string;
  isAhead: boolean;
  /** Number of events examined up to this one, and how many of them are wanted. */
  looked: number;
  fitting: number;
  body: Buffer | null;
}

/** Exported to test its plan. @returns also how many events it examines */
export function feedStatement({ organizationId, types, limit, after = BEGINNING }: FeedFilter): {
  text: string;
  values: unknown[];
  window: number;
} {
  const window = types ? Math.max(limit, WINDOW) : limit;
  const values = [organizationId, after.era, after.xid, after.seq, types, window, limit];
  return { text: READ, values, window };
}

/**
 * The next events in the order of their transactions. Transactions are numbered before they commit, yet none that
 * commits later ever precedes one that was read. Null if the place has not been reached, because the database was set
 * back.
 */
export async function readFeed(manager: EntityManager, filter: FeedFilter): Promise<FeedPage | null> {
  const { text, values, window } = feedStatement(filter);
  const rows = await manager.query<FeedRow[]>(text, values);
  const last = rows.at(-1)!;
  if (last.isAhead) return null;
  const shown = rows.filter(({ body }) => body !== null);
  const bodies = shown.map(({ body }) => body!);
  if (last.fitting > bodies.length) return { bodies, next: placeOf(shown.at(-1)!), hasMore: true };
  if (last.looked === window) return { bodies, next: placeOf(last), hasMore: true };
  return { bodies, next: { era: last.currentEra, xid: last.xmin, seq: 0 }, hasMore: false };
}

const BEHIND = `
  select ($2, $3::xid8, $4) < (era, xid, seq) as "isBehind" from webhook_event_horizons where organization_id = $1`;

/** Whether events after this place have been removed because they were too old. */
export async function isBehindHorizon(
  manager: EntityManager,
  organizationId: number,
  { era, xid, seq }: FeedPlace,
): Promise<boolean> {
  const [row] = await manager.query<{ isBehind: boolean }[]>(BEHIND, [organizationId, era, xid, seq]);
  return row?.isBehind ?? false;
}

const placeOf = ({ era, xid, seq }: FeedRow): FeedPlace => ({ era: era!, xid: xid!, seq: seq! });
