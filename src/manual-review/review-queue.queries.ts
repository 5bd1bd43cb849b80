import { type EntityManager } from 'typeorm';
import { type DocumentType } from '../identity-verifications/domain/document-type.js';
import { type VerificationMethod } from '../identity-verifications/domain/verification-method.js';
import { REPORTS, VERIFICATIONS } from '../identity-verifications/verification.queries.js';
import { isKeptOut, NEEDS_TWO } from './involved-reviewers.queries.js';
import { HELD_CLAIM, type ReviewClaim } from './review-claim.queries.js';
import { HAS_VOTED, type ReviewResult, VOTES_SO_FAR } from './review-vote.queries.js';

/** A case pending a decision. */
export interface QueuedCase {
  verificationId: number;
  email: string;
  fullName: string;
  documentType: DocumentType | null;
  verificationMethod: VerificationMethod;
  reasons: string[];
  reviewDueAt: Date;
  /** The reviewer who holds it, or null. */
  holder: ReviewClaim | null;
  /** The number of reviewers who have voted, if two must agree. */
  votes: number;
  /** Whether the requesting reviewer is one of them. */
  hasVoted: boolean;
  /** Whether the requesting reviewer is involved, and others can decide. */
  isKeptOut: boolean;
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
    v.review_due_at as "reviewDueAt", ${VOTES_SO_FAR} as votes, ${HAS_VOTED} as "hasVoted",
    ${isKeptOut('$2')} as "isKeptOut", c.user_id as "holderId", coalesce(h.name, h.email) as holder,
    c.claimed_at as "claimedAt"
  from ${VERIFICATIONS} v
  left join ${REPORTS} r on r.organization_id = v.organization_id and r.verification_id = v.id
  ${HELD_CLAIM}
  where v.organization_id = $1 and v.state = 'reviewing' order by v.review_due_at, v.id limit $3`;

/** The next case that this reviewer can decide: not held by others, and not yet voted on by this reviewer. */
const NEXT = `
  select v.id from ${VERIFICATIONS} v ${HELD_CLAIM}
  where v.organization_id = $1 and v.state = 'reviewing' and (c.user_id is null or c.user_id = $2)
    and (v.review_due_at, v.id) > ($3::timestamptz, $4::bigint)
    and not (${NEEDS_TWO} and ${HAS_VOTED}) and not ${isKeptOut('$2')}
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
  holder: string;
  claimedAt: Date;
};

/** Most urgent first. @param userId - the requesting reviewer */
export async function findQueue(
  manager: EntityManager,
  { organizationId, userId, limit }: { organizationId: number; userId: number; limit: number },
): Promise<QueuedCase[]> {
  const rows = await manager.query<QueueRow[]>(QUEUE, [organizationId, userId, limit]);
  return rows.map(({ holderId, holder, claimedAt, ...row }) => ({
    ...row,
    holder: holderId === null ? null : { userId: holderId, member: holder, claimedAt },
  }));
}

/** The number of pending cases, counted up to `most`, and the earliest deadline; null if there are none. */
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

/** Recently decided cases, newest first. */
export async function findDecided(
  manager: EntityManager,
  organizationId: number,
  limit: number,
): Promise<DecidedCase[]> {
  const decided = await manager.query<DecidedCase[]>(DECIDED, [organizationId]);
  return decided.sort((a, b) => b.decidedAt.getTime() - a.decidedAt.getTime()).slice(0, limit);
}
