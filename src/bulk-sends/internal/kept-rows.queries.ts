import { type EntityManager } from 'typeorm';
import { type BulkKey } from '../bulk-send.queries.js';

const FORGET = `
  with due as (
    select b.organization_id, b.id from bulk_sends b
    where b.organization_id = $1 and b.id = $2 and b.rows_removed_at is null and b.state <> 'running'
      and coalesce(b.ended_at, b.uploaded_at) <= app_now() - $3::integer * interval '1 day' for update),
  rows as (
    update bulk_send_rows r set sealed = null, state = case when r.state = 'valid' then 'cancelled' else r.state end
    from due where r.organization_id = due.organization_id and r.bulk_send_id = due.id and r.sealed is not null)
  update bulk_sends b set rows_removed_at = app_now(),
    state = case when b.state = 'finished' then b.state else 'cancelled' end, ended_at = coalesce(b.ended_at, app_now())
  from due where b.organization_id = due.organization_id and b.id = due.id`;

/** Removes the contents of rows that were not sent, if their time is over. What was not finished is cancelled with it. */
export async function forgetRows(
  tx: EntityManager,
  { organizationId, bulkSendId }: BulkKey,
  days: number,
): Promise<void> {
  await tx.query(FORGET, [organizationId, bulkSendId, days]);
}

const KEPT = `
  select r.bulk_send_id as "bulkSendId", r.number, r.reference, r.sealed, b.uploaded_at as "uploadedAt"
  from bulk_send_rows r join bulk_sends b on b.organization_id = r.organization_id and b.id = r.bulk_send_id
  where r.organization_id = $1 and (r.bulk_send_id, r.number) > ($2, $3) and r.sealed is not null
  order by r.bulk_send_id, r.number limit $4`;

interface KeptRow {
  bulkSendId: number;
  number: number;
  reference: string | null;
  sealed: Buffer;
  uploadedAt: Date;
}

/** Rows of all bulk sends whose contents are kept, in the order of their keys. */
export function keptRows(
  manager: EntityManager,
  organizationId: number,
  after: Pick<KeptRow, 'bulkSendId' | 'number'>,
  limit: number,
): Promise<KeptRow[]> {
  return manager.query<KeptRow[]>(KEPT, [organizationId, after.bulkSendId, after.number, limit]);
}

const EMPTY = `
  update bulk_send_rows set sealed = null, reference = null, state = 'cancelled'
  where organization_id = $1 and bulk_send_id = $2 and number = $3 and sealed is not null`;

/** Removes the contents of a row, which is then not sent. @returns whether there were any */
export async function emptyRow(
  manager: EntityManager,
  { organizationId, bulkSendId, number }: BulkKey & { number: number },
): Promise<boolean> {
  const [, changed] = await manager.query<[unknown, number]>(EMPTY, [organizationId, bulkSendId, number]);
  return changed > 0;
}
