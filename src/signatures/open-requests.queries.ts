import { type EntityManager, In } from 'typeorm';
import { OPEN_STATUSES } from './domain/signature.state.js';
import { isLive, LIVE_REQUEST } from './live-request.queries.js';
import { Signature } from './signature.entity.js';

const COUNT = `
  select count(*)::integer as found from (
    select from signatures s
    where s.organization_id = $1 and ${isLive('s')} and s.status in ('created', 'partially_signed') limit $2
  ) found_rows`;

/** How many of an organization's requests wait for signers, counted up to `most` along an index of their own. */
export async function countOpenRequests(
  manager: EntityManager,
  organizationId: number,
  most: number,
): Promise<number> {
  const [row] = await manager.query<{ found: number }[]>(COUNT, [organizationId, most]);
  return row!.found;
}

/** Which of these requests, of any organization, have been sent and have not ended yet; in ascending order. */
export async function openRequestsAmong(manager: EntityManager, ids: number[]): Promise<number[]> {
  const open = await manager.find(Signature, {
    select: { id: true },
    where: { id: In(ids), status: In(OPEN_STATUSES), ...LIVE_REQUEST },
    order: { id: 'ASC' },
  });
  return open.map(({ id }) => id);
}
