import { type EntityManager, In } from 'typeorm';
import { OPEN_STATUSES } from '../domain/signature.state.js';
import { isLive, LIVE_REQUEST } from '../live-request.queries.js';
import { Signature } from '../signature.entity.js';

const COUNT = `
  select count(*)::integer as found from (
    select from signatures s
    where s.organization_id = $1 and ${isLive('s')} and s.status in ('created', 'partially_signed') limit $2
  ) found_rows`;

/** The number of an organization's requests waiting for signers, counted up to `most` using a dedicated index. */
export async function countOpenRequests(
  manager: EntityManager,
  organizationId: number,
  most: number,
): Promise<number> {
  const [row] = await manager.query<{ found: number }[]>(COUNT, [organizationId, most]);
  return row!.found;
}

/** Whether an organization has ever sent a request. */
export async function hasSentRequests(manager: EntityManager, organizationId: number): Promise<boolean> {
  const [row] = await manager.query<{ has: boolean }[]>(
    'select exists (select from signatures where organization_id = $1 and date_sent is not null) as has',
    [organizationId],
  );
  return row!.has;
}

/** Those of the given requests, of any organization, that have been sent and not ended, in ascending order. */
export async function openRequestsAmong(manager: EntityManager, ids: number[]): Promise<number[]> {
  const open = await manager.find(Signature, {
    select: { id: true },
    where: { id: In(ids), status: In(OPEN_STATUSES), ...LIVE_REQUEST },
    order: { id: 'ASC' },
  });
  return open.map(({ id }) => id);
}
