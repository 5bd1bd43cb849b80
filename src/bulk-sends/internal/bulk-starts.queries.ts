import { type EntityManager } from 'typeorm';
import { type BulkKey } from '../bulk-send.queries.js';

const STARTED = `
  select coalesce(sum(to_create), 0)::integer as started from bulk_sends
  where organization_id = $1 and started_at > app_now() - interval '24 hours' and id <> $2`;

/** Rows of the bulk sends that the organization started within 24 hours, without one of them. */
export async function startedRows(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
): Promise<number> {
  const [{ started }] = await manager.query<[{ started: number }]>(STARTED, [organizationId, bulkSendId]);
  return started;
}

const LAST_RATE = `
  select to_create * 60000.0 / greatest(extract(epoch from ended_at - started_at) * 1000, 1) as rate from bulk_sends
  where organization_id = $1 and state = 'finished' and to_create >= $2 and ended_at > started_at
  order by started_at desc limit 1`;

/** Requests a minute of the organization's latest bulk send of some size that has finished; null for none. */
export async function latestRate(
  manager: EntityManager,
  organizationId: number,
  leastRows: number,
): Promise<number | null> {
  const rows = await manager.query<{ rate: string }[]>(LAST_RATE, [organizationId, leastRows]);
  return rows[0] ? Math.round(Number(rows[0].rate)) : null;
}

const REPEATED = `
  select id from bulk_sends
  where organization_id = $1 and id <> $2 and rows_digest = any($3::bytea[])
    and started_at > app_now() - $4::integer * interval '1 hour'
  order by id desc limit 1`;

/** The latest bulk send started with the same rows within some hours; null for none. */
export async function startedWithSameRows(
  manager: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  digests: readonly Buffer[],
  hours: number,
): Promise<number | null> {
  const rows = await manager.query<{ id: number }[]>(REPEATED, [organizationId, bulkSendId, digests, hours]);
  return rows[0]?.id ?? null;
}
