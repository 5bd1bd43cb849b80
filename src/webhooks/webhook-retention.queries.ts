import { type EntityManager } from 'typeorm';

/** Only whole months are removed, so that a month's table can be dropped: rows younger than `days` always stay. */
const HORIZON = `
  select date_trunc('month', (app_now() at time zone 'UTC') - $1 * interval '1 day') at time zone 'UTC' as horizon`;

/** Everything recorded before this time is removed. */
export async function findHorizon(manager: EntityManager, days: number): Promise<Date> {
  const [row] = await manager.query<{ horizon: Date }[]>(HORIZON, [days]);
  return row!.horizon;
}

/** Advances the horizons of organizations to their last events in `gone`. */
const MOVE_HORIZONS = `
  insert into webhook_event_horizons as h (organization_id, era, xid, seq)
  select distinct on (organization_id) organization_id, era, xid, seq from gone
  order by organization_id, era desc, xid desc, seq desc
  on conflict (organization_id) do update set era = excluded.era, xid = excluded.xid, seq = excluded.seq
    where (h.era, h.xid, h.seq) < (excluded.era, excluded.xid, excluded.seq)`;

/** Records that a partition's events will be gone; each organization's last one is found along an index. */
export async function noteHorizons(tx: EntityManager, part: string): Promise<void> {
  await tx.query(`
    with gone as (
      select v.* from webhook_endpoints e cross join lateral (
        select organization_id, era, xid, seq from ${part} where organization_id = e.organization_id
        order by era desc, xid desc, seq desc limit 1) v
      where e.is_first)
    ${MOVE_HORIZONS}`);
}

const DELETE_EVENTS = (part: string) => `
  with gone as (
    delete from ${part} where seq = any(array(select seq from ${part} order by seq limit $2)) and created_at < $1
    returning organization_id, era, xid, seq),
  moved as (${MOVE_HORIZONS})
  select count(*)::integer as removed from gone`;

/**
 * Deletes events of a partition that spans the horizon, lowest numbers first.
 * @returns how many; 0 when there are no more
 */
export async function deleteEvents(
  tx: EntityManager,
  part: string,
  horizon: Date,
  limit: number,
): Promise<number> {
  const [row] = await tx.query<{ removed: number }[]>(DELETE_EVENTS(part), [horizon, limit]);
  return row!.removed;
}

/** Deliveries of an organization, found along an index, and replays of events that are gone. */
const DELETE_DELIVERIES = `
  with old as (
    select d.* from webhook_endpoints e cross join lateral (
      select organization_id, id from webhook_deliveries
      where organization_id = e.organization_id and created_at < $1 order by created_at, seq limit $2) d
    where e.is_first limit $2),
  orphaned as (
    select d.* from webhook_event_horizons h cross join lateral (
      select organization_id, id from webhook_deliveries r
      where r.organization_id = h.organization_id and r.replay_of is not null and r.event_seq <= h.seq and not exists (
        select from webhook_events v where v.organization_id = r.organization_id and v.seq = r.event_seq) limit $2) d
    limit $2),
  doomed as materialized (select * from old union select * from orphaned),
  attempts as (
    delete from webhook_attempts a using doomed where a.organization_id = doomed.organization_id and a.delivery_id = doomed.id),
  probes as (
    delete from webhook_probes p using doomed where p.organization_id = doomed.organization_id and p.delivery_id = doomed.id),
  gone as (
    delete from webhook_deliveries d using doomed where d.organization_id = doomed.organization_id and d.id = doomed.id
    returning d.id)
  select count(*)::integer as removed from gone`;

/**
 * Deletes deliveries with their attempts: those recorded before the horizon, and those whose event is gone.
 * @returns how many
 */
export async function deleteDeliveries(tx: EntityManager, horizon: Date, limit: number): Promise<number> {
  const [row] = await tx.query<{ removed: number }[]>(DELETE_DELIVERIES, [horizon, limit]);
  return row!.removed;
}

export async function deleteReplays(manager: EntityManager, horizon: Date): Promise<void> {
  await manager.query('delete from webhook_replays where finished and created_at < $1', [horizon]);
}
