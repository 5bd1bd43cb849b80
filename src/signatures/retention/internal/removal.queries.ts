import { type EntityManager } from 'typeorm';
import { type RequestKey } from '../../live-request.queries.js';
import { type RemovedUpTo } from '../../signature-job.kinds.js';

interface Due {
  organizationId: number;
  days: number;
  after: RemovedUpTo | null;
  limit: number;
}

const isPast = (time: string, days: string) => `${time} <= app_now() - ${days}::integer * interval '1 day'`;

/** In index order; `created_at` excludes most requests that are not due. */
const NEXT = `
  and ($3::timestamptz is null or (s.created_at, s.id) > ($3::timestamptz, $4::bigint))
  order by s.created_at, s.id limit $5`;

/** Cancelling an ended request does not change when it ended. */
const ENDED_AT = `
  coalesce((select min(e.created_at) from signature_audit_events e
    where e.organization_id = s.organization_id and e.signature_id = s.id
      and e.type in ('completed', 'rejected', 'expired', 'cancelled')), s.updated_at)`;

const FIND_ENDED = `
  select s.id, s.created_at as "createdAt" from signatures s
  where s.organization_id = $1 and s.contents_removed_at is null
    and (s.deleted_at is not null or s.status in ('completed', 'rejected', 'expired'))
    and ${isPast('s.created_at', '$2')} and ${isPast(ENDED_AT, '$2')} ${NEXT}`;

const TOUCHED_AT = `
  greatest(s.updated_at, (select p.updated_at from send_plans p
    where p.organization_id = s.organization_id and p.signature_id = s.id))`;

const FIND_IDLE = `
  select s.id, s.created_at as "createdAt" from signatures s
  where s.organization_id = $1 and s.deleted_at is null and s.status = 'draft'
    and ${isPast('s.created_at', '$2')} and ${isPast(TOUCHED_AT, '$2')} ${NEXT}`;

/** Requests that ended at least this many days ago and still have their contents, in the order of creation. */
export const findEnded = (manager: EntityManager, due: Due): Promise<RemovedUpTo[]> =>
  find(manager, FIND_ENDED, due);

/** Drafts untouched for this many days, in the order of creation. */
export const findIdleDrafts = (manager: EntityManager, due: Due): Promise<RemovedUpTo[]> =>
  find(manager, FIND_IDLE, due);

async function find(
  manager: EntityManager,
  statement: string,
  { organizationId, days, after, limit }: Due,
): Promise<RemovedUpTo[]> {
  const values = [organizationId, days, after?.createdAt ?? null, after?.id ?? null, limit];
  const rows = await manager.query<{ id: number; createdAt: Date }[]>(statement, values);
  return rows.map(({ id, createdAt }) => ({ id, createdAt: createdAt.toISOString() }));
}

const IS_IDLE = `
  select ${isPast(TOUCHED_AT, '$3')} as "isIdle" from signatures s where s.organization_id = $1 and s.id = $2`;

/** Whether a draft has been untouched for this many days. */
export async function isIdle(
  tx: EntityManager,
  { organizationId, signatureId }: RequestKey,
  days: number,
): Promise<boolean> {
  const [row] = await tx.query<{ isIdle: boolean }[]>(IS_IDLE, [organizationId, signatureId, days]);
  return row?.isIdle ?? false;
}
