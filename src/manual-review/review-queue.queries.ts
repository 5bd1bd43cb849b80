import { type EntityManager } from 'typeorm';
import { type DocumentType } from '../identity-verifications/domain/document-type.js';
import { type VerificationMethod } from '../identity-verifications/domain/verification-method.js';
import { REPORTS, VERIFICATIONS } from '../identity-verifications/verification.queries.js';
import { hasFourEyes } from '../organizations/organization.queries.js';
import { HELD_CLAIM, type ReviewClaim } from './review-claim.queries.js';
import { HAS_VOTED, type ReviewResult, VOTES_SO_FAR } from './review-vote.queries.js';

/** A case that waits for a decision. */
export interface QueuedCase {
  verificationId: number;
  email: string;
  fullName: string;
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  reasons: string[];
  reviewDueAt: Date;
  /** Who looks at it; null if nobody does. */
  holder: ReviewClaim | null;
  /** How many reviewers have decided, where two must agree. */
  votes: number;
  /** The reviewer who asks is one of them. */
  hasVoted: boolean;
}

export interface DecidedCase {
  verificationId: number;
  email: string;
  fullName: string;
  result: ReviewResult;
  decidedAt: Date;
}

/** The place of a case in the queue. */
export interface QueuePlace {
  reviewDueAt: Date;
  id: number;
}

const QUEUE = `
  select v.id as "verificationId", v.email, v.full_name as "fullName", v.document_type as "documentType",
    v.verification_method as "verificationMethod", coalesce(r.reasons, '{}') as reasons,
    v.review_due_at as "reviewDueAt", ${VOTES_SO_FAR} as votes, ${HAS_VOTED} as "hasVoted", c.user_id as "holderId", h.email as "holderEmail",
    c.claimed_at as "claimedAt"
  from ${VERIFICATIONS} v
  left join ${REPORTS} r on r.organization_id = v.organization_id and r.verification_id = v.id
  ${HELD_CLAIM}
  where v.organization_id = $1 and v.state = 'reviewing' order by v.review_due_at, v.id limit $3`;

/** What the reviewer can decide: not under review by others, and not yet decided by the same reviewer. */
const NEXT = `
  select v.id from ${VERIFICATIONS} v ${HELD_CLAIM}
  where v.organization_id = $1 and v.state = 'reviewing' and (c.user_id is null or c.user_id = $2)
    and (v.review_due_at, v.id) > ($3::timestamptz, $4::bigint)
    and not (${hasFourEyes('$1')} and ${HAS_VOTED})
  order by v.review_due_at, v.id limit 1`;

const DECIDED = `
  select distinct on (v.id) v.id as "verificationId", v.email, v.full_name as "fullName", r.result,
    r.completed_at as "decidedAt"
  from (select verification_id from review_votes where organization_id = $1 order by id desc limit 100) w
  join ${VERIFICATIONS} v on v.organization_id = $1 and v.id = w.verification_id
  join ${REPORTS} r on r.organization_id = $1 and r.verification_id = v.id
  where v.state in ('completed', 'failed') order by v.id`;

const SUMMARY = `
  select count(*)::integer as waiting, min(review_due_at) as "firstDueAt" from (
    select review_due_at from ${VERIFICATIONS} v
    where organization_id = $1 and state = 'reviewing' order by review_due_at, id limit $2
  ) queue`;

type QueueRow = Omit<QueuedCase, 'holder'> & {
  holderId: number | null;
  holderEmail: string;
  claimedAt: Date;
};

/** The most urgent first. @param userId - the reviewer who asks */
export async function findQueue(
  manager: EntityManager,
  { organizationId, userId, limit }: { organizationId: number; userId: number; limit: number },
): Promise<QueuedCase[]> {
  const rows = await manager.query<QueueRow[]>(QUEUE, [organizationId, userId, limit]);
  return rows.map(({ holderId, holderEmail, claimedAt, ...row }) => ({
    ...row,
    holder: holderId === null ? null : { userId: holderId, email: holderEmail, claimedAt },
  }));
}

/** How many cases wait, counted up to `most`, and by when the first must be decided; null if none waits. */
export async function summarizeQueue(
  manager: EntityManager,
  organizationId: number,
  most: number,
): Promise<{ waiting: number; firstDueAt: Date | null }> {
  const [row] = await manager.query<{ waiting: number; firstDueAt: Date | null }[]>(SUMMARY, [
    organizationId,
    most,
  ]);
  return row!;
}

/** The next case that this reviewer can decide, after a place in the queue or from its beginning; null if there is none. */
export async function findNextCase(
  manager: EntityManager,
  { organizationId, userId, after }: { organizationId: number; userId: number; after: QueuePlace | null },
): Promise<number | null> {
  const from = after ? [after.reviewDueAt, after.id] : ['-infinity', 0];
  const [next] = await manager.query<{ id: number }[]>(NEXT, [organizationId, userId, ...from]);
  return next?.id ?? null;
}

/** Cases that reviewers decided recently, the newest first. */
export async function findDecided(
  manager: EntityManager,
  organizationId: number,
  limit: number,
): Promise<DecidedCase[]> {
  const decided = await manager.query<DecidedCase[]>(DECIDED, [organizationId]);
  return decided.sort((a, b) => b.decidedAt.getTime() - a.decidedAt.getTime()).slice(0, limit);
}
