import { type EntityManager } from 'typeorm';
import { VERIFICATIONS } from '../identity-verifications/verification.queries.js';
import { ACCOUNTS, isReviewing, USERS } from '../organizations/account.queries.js';
import { NEEDS_TWO } from './involved-reviewers.queries.js';
import { type ReviewerOfCase } from './review-claim.queries.js';

export type ReviewResult = 'approved' | 'rejected';

export interface ReviewVote {
  /** The name of the member, or the address of one without. */
  member: string;
  result: ReviewResult;
  reason: string;
  votedAt: Date;
}

/** For statements of this room: whether the voter of `w` is still a reviewer. */
const COUNTS = isReviewing('w.user_id');

/** Votes of an earlier round, before the person was asked again, do not count. */
const GIVEN = `from review_votes w where w.organization_id = v.organization_id
    and w.verification_id = v.id and w.round = v.review_round`;

/** For statements of this room: the number of reviewers who have voted on the verification `v`. */
export const VOTES_SO_FAR = `(select count(*)::int ${GIVEN} and ${COUNTS})`;

/** For statements of this room: whether the user $2 has voted on the verification `v`. */
export const HAS_VOTED = `exists (select 1 ${GIVEN} and w.user_id = $2)`;

const VOTE = `
  insert into review_votes (organization_id, verification_id, round, user_id, result, reason)
  select organization_id, id, review_round, $3, $4, $5 from ${VERIFICATIONS} v
  where organization_id = $1 and id = $2 on conflict (verification_id, round, user_id) do`;
const AGAIN = 'update set result = excluded.result, reason = excluded.reason, voted_at = app_now()';

const LIST = `
  select coalesce(a.name, a.email) as member, w.result, w.reason, w.voted_at as "votedAt"
  from ${VERIFICATIONS} v
  join review_votes w on w.organization_id = $1 and w.verification_id = v.id and w.round = v.review_round
  join ${USERS} m on m.id = w.user_id join ${ACCOUNTS} a on a.id = m.account_id
  where v.organization_id = $1 and v.id = $2 order by w.id`;

const TALLY = `
  select (select count(*)::int ${GIVEN} and w.result = $3 and ${COUNTS}) as count
  from ${VERIFICATIONS} v where v.organization_id = $1 and v.id = $2`;

/** @param mayChange - whether the reviewer's earlier vote is replaced @returns false if there is one that may not be */
export async function insertVote(
  tx: EntityManager,
  { organizationId, verificationId, userId }: ReviewerOfCase,
  { result, reason }: { result: ReviewResult; reason: string },
  mayChange: boolean,
): Promise<boolean> {
  const inserted = await tx.query<unknown[]>(`${VOTE} ${mayChange ? AGAIN : 'nothing'} returning id`, [
    organizationId,
    verificationId,
    userId,
    result,
    reason,
  ]);
  return inserted.length > 0;
}

/** The number of current reviewers who voted for this result. */
export async function countVotes(
  tx: EntityManager,
  { organizationId, verificationId }: Omit<ReviewerOfCase, 'userId'>,
  result: ReviewResult,
): Promise<number> {
  const [row] = await tx.query<{ count: number }[]>(TALLY, [organizationId, verificationId, result]);
  return row!.count;
}

/** Whether the organization requires four eyes and the reviewer has already voted. */
export async function mustWaitForAnother(
  manager: EntityManager,
  { organizationId, verificationId, userId }: ReviewerOfCase,
): Promise<boolean> {
  const [row] = await manager.query<{ mustWait: boolean }[]>(
    `select ${NEEDS_TWO} and ${HAS_VOTED} as "mustWait"
     from ${VERIFICATIONS} v
     where v.organization_id = $1 and v.id = $3`,
    [organizationId, userId, verificationId],
  );
  return row?.mustWait ?? false;
}

/** In the order given. */
export function findVotes(
  manager: EntityManager,
  { organizationId, verificationId }: Omit<ReviewerOfCase, 'userId'>,
): Promise<ReviewVote[]> {
  return manager.query<ReviewVote[]>(LIST, [organizationId, verificationId]);
}

const ERASE = "update review_votes set reason = 'erased' where organization_id = $1 and verification_id = $2";

/** Erases the reasons given by reviewers, which may contain personal data. */
export async function eraseReasons(
  tx: EntityManager,
  { organizationId, verificationId }: Omit<ReviewerOfCase, 'userId'>,
): Promise<void> {
  await tx.query(ERASE, [organizationId, verificationId]);
}
