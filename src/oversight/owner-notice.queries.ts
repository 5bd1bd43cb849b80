import { type EntityManager } from 'typeorm';

/** Something to notify owners of once. */
export interface OwnerNotice {
  organizationId: number;
  /** Distinguishes notices of the same kind, such as the id of a key. */
  subject: string;
}

const CLAIM = `
  insert into owner_notices (organization_id, kind, subject)
  select organization_id, $1, subject from unnest($2::bigint[], $3::text[]) as due (organization_id, subject)
  on conflict do nothing returning organization_id as "organizationId", subject`;

/** Records that these notices of a kind are sent. @returns those not sent before */
export function claimNotices(
  tx: EntityManager,
  kind: string,
  due: readonly OwnerNotice[],
): Promise<OwnerNotice[]> {
  if (due.length === 0) return Promise.resolve([]);
  const ids = due.map(({ organizationId }) => organizationId);
  const subjects = due.map(({ subject }) => subject);
  return tx.query<OwnerNotice[]>(CLAIM, [kind, ids, subjects]);
}
