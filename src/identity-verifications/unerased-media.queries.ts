import { type EntityManager } from 'typeorm';

/** A verification that has ended and whose pictures are still kept. */
export interface Unerased {
  id: number;
  endedAt: Date;
}

/** Nothing but the erasure changes a verification that has ended, so its last change was the end. */
const UNERASED = `
  select id, updated_at as "endedAt" from identity_verifications
  where organization_id = $1 and id > $2 and media_erased_at is null and media_erasure_began_at is null
    and state in ('completed', 'failed', 'expired')
  order by id limit $3`;

/** In the order of their ids, from the one after `after`. */
export function findUnerased(
  manager: EntityManager,
  { organizationId, after, limit }: { organizationId: number; after: number; limit: number },
): Promise<Unerased[]> {
  return manager.query<Unerased[]>(UNERASED, [organizationId, after, limit]);
}
