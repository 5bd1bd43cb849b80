import { type EntityManager } from 'typeorm';
import { VERIFICATIONS } from '../identity-verifications/verification.queries.js';
import { ACCOUNTS, isReviewing, USERS } from '../organizations/account.queries.js';

/** A claim ends after this time unless the open page renews it. */
const LEASE = "interval '5 minutes'";

/** Whether the claim `c` holds. It ends when its holder is removed or is no longer a reviewer. */
const HOLDS = `c.expires_at > app_now() and ${isReviewing('c.user_id')}`;

/** For statements of this room: the current claim `c` on the verification `v`, and its holder's account `h`. */
export const HELD_CLAIM = `
  left join review_claims c on c.organization_id = v.organization_id and c.verification_id = v.id and ${HOLDS}
  left join ${USERS} hu on hu.id = c.user_id
  left join ${ACCOUNTS} h on h.id = hu.account_id`;

/** The reviewer who holds a case. */
export interface ReviewClaim {
  userId: number;
  /** The name of the member, or the address of one without. */
  member: string;
  claimedAt: Date;
}

export interface ReviewerOfCase {
  organizationId: number;
  verificationId: number;
  userId: number;
}

const CLAIM = `
  insert into review_claims as c (verification_id, organization_id, user_id, expires_at)
  select id, organization_id, $3, app_now() + ${LEASE} from ${VERIFICATIONS} v
  where organization_id = $1 and id = $2 and state = 'reviewing'
  on conflict (verification_id) do update set user_id = excluded.user_id, expires_at = excluded.expires_at,
    claimed_at = case when c.user_id = excluded.user_id and ${HOLDS} then c.claimed_at else excluded.claimed_at end
  where c.user_id = excluded.user_id or not (${HOLDS})`;

const RELEASE = `
  delete from review_claims c where c.organization_id = $1 and c.verification_id = $2 and c.user_id = $3
  returning ${HOLDS} as held`;

const HOLDER = `
  select c.user_id as "userId", coalesce(a.name, a.email) as member, c.claimed_at as "claimedAt"
  from review_claims c join ${USERS} m on m.id = c.user_id join ${ACCOUNTS} a on a.id = m.account_id
  where c.organization_id = $1 and c.verification_id = $2 and ${HOLDS}`;

/**
 * Claims a pending case, or renews the reviewer's claim, unless another reviewer holds it.
 * @returns the claim that now holds; null if the case is not pending
 */
export async function claimCase(
  manager: EntityManager,
  { organizationId, verificationId, userId }: ReviewerOfCase,
): Promise<ReviewClaim | null> {
  await manager.query(CLAIM, [organizationId, verificationId, userId]);
  return findClaim(manager, { organizationId, verificationId });
}

/** The current claim; null if there is none. */
export async function findClaim(
  manager: EntityManager,
  { organizationId, verificationId }: Omit<ReviewerOfCase, 'userId'>,
): Promise<ReviewClaim | null> {
  const [holder] = await manager.query<ReviewClaim[]>(HOLDER, [organizationId, verificationId]);
  return holder ?? null;
}

export async function holdsClaim(manager: EntityManager, reviewer: ReviewerOfCase): Promise<boolean> {
  return (await findClaim(manager, reviewer))?.userId === reviewer.userId;
}

/** Releases the reviewer's own claim. @returns whether they had one that still held */
export async function releaseClaim(
  manager: EntityManager,
  { organizationId, verificationId, userId }: ReviewerOfCase,
): Promise<boolean> {
  const [released] = await manager.query<[{ held: boolean }[], number]>(RELEASE, [
    organizationId,
    verificationId,
    userId,
  ]);
  return released[0]?.held ?? false;
}

/** Ends any claim on a decided case. */
export async function endClaim(
  tx: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<void> {
  await tx.query('delete from review_claims where organization_id = $1 and verification_id = $2', [
    organizationId,
    id,
  ]);
}
