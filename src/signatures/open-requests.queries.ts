import { type EntityManager, In, IsNull } from 'typeorm';
import { OPEN_STATUSES } from './domain/signature.state.js';
import { Signature } from './signature.entity.js';

/** Which of these requests, of any organization, have been sent and have not ended yet; in ascending order. */
export async function openRequestsAmong(manager: EntityManager, ids: number[]): Promise<number[]> {
  const open = await manager.find(Signature, {
    select: { id: true },
    where: { id: In(ids), status: In(OPEN_STATUSES), deletedAt: IsNull() },
    order: { id: 'ASC' },
  });
  return open.map(({ id }) => id);
}
