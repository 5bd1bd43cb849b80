import { type EntityManager } from 'typeorm';
import { VERIFICATIONS } from '../identity-verifications/verification.queries.js';
import { ACCOUNTS, isMemberWithRole, USERS } from '../organizations/account.queries.js';
import { hasFourEyes } from '../organizations/organization.queries.js';
import { type ReviewerOfCase } from './review-claim.queries.js';

export type ReviewResult = 'approved' | 'rejected';

export interface ReviewVote {
  email: string;
  result: ReviewResult;
  reason: string;
  votedAt: Date;
}

/** For statements of this room: whether the vote `w` was given by somebody who still reviews. */
const COUNTS = isMemberWithRole('w.user_id', 'reviewer');

/** Votes of an earlier round, before the person was asked again, do not count. */
const GIVEN = `from review_votes w where w.organization_id = v.organization_id
    and w.verification_id = v.id and w.round = v.review_round`;

/** For statements of this room: how many reviewers have decided about the verification `v`. */
export const VOTES_SO_FAR = `(select count(*)::int ${GIVEN} and ${COUNTS})`;

/** For statements of this room: whether the user $2 has decided about the verification `v`. */
export const HAS_VOTED = `exists (select 1 ${GIVEN} and w.user_id = $2)`;

const VOTE = `
  insert into review_votes (organization_id, verification_id, round, user_id, result, reason)
  select organization_id, id, review_round, $3, $4, $5 from ${VERIFICATIONS} v
  where organization_id = $1 and id = $2 on conflict (verification_id, round, user_id) do`;
const AGAIN = 'update set result = excluded.result, reason = excluded.reason, voted_at = app_now()';

const LIST = `
  select a.email, w.result, w.reason, w.voted_at as "votedAt"
  from ${VERIFICATIONS} v
  join review_votes w on w.organization_id = $1 and w.verification_id = v.id and w.round = v.review_round
  join ${USERS} m on m.id = w.user_id join ${ACCOUNTS} a on a.id = m.account_id
  where v.organization_id = $1 and v.id = $2 order by w.id`;

const TALLY = `
  select (select count(*)::int ${GIVEN} and w.result = $3 and ${COUNTS}) as count
  from ${VERIFICATIONS} v where v.organization_id = $1 and v.id = $2`;

/** @param mayChange - whether an earlier vote of the reviewer is replaced @returns false if there is one that may not be */
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

/** How many of the present reviewers have decided so. */
export async function countVotes(
  tx: EntityManager,
  { organizationId, verificationId }: Omit<ReviewerOfCase, 'userId'>,
  result: ReviewResult,
): Promise<number> {
  const [row] = await tx.query<{ count: number }[]>(TALLY, [organizationId, verificationId, result]);
  return row!.count;
}

/** Whether the organization asks for four eyes, and the reviewer has decided already. */
export async function mustWaitForAnother(
  manager: EntityManager,
  { organizationId, verificationId, userId }: ReviewerOfCase,
): Promise<boolean> {
  const [row] = await manager.query<{ mustWait: boolean }[]>(
    `select ${hasFourEyes('v.organization_id')} and ${HAS_VOTED} as "mustWait"
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

/** Erases the reasons that reviewers gave, which may tell of the person. */
export async function eraseReasons(
  tx: EntityManager,
  { organizationId, verificationId }: Omit<ReviewerOfCase, 'userId'>,
): Promise<void> {
  await tx.query(ERASE, [organizationId, verificationId]);
}
