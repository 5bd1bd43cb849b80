import { type EntityManager } from 'typeorm';

/** An ended verification whose pictures are still kept. */
export interface Unerased {
  id: number;
  endedAt: Date;
}

/** Only erasure changes an ended verification, so its last change was its end. */
const UNERASED = `
  select id, updated_at as "endedAt" from identity_verifications
  where organization_id = $1 and id > $2 and media_erased_at is null and media_erasure_began_at is null
    and state in ('completed', 'failed', 'expired')
  order by id limit $3`;

/** Ordered by id, starting after `after`. */
export function findUnerased(
  manager: EntityManager,
  { organizationId, after, limit }: { organizationId: number; after: number; limit: number },
): Promise<Unerased[]> {
  return manager.query<Unerased[]>(UNERASED, [organizationId, after, limit]);
}
