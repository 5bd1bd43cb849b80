import { type EntityManager } from 'typeorm';
import { VERIFICATIONS } from '../identity-verifications/verification.queries.js';

/** What a mail is about: cases that came in, or whose time is nearly over. */
export type ReviewNotice = 'requested' | 'due_soon';

interface Batch {
  organizationId: number;
  mail: ReviewNotice;
  /** What the cases of one mail have in common. */
  batch: string;
}

/** A case in a round of its review. */
export interface ReviewRound {
  id: number;
  reviewRound: number;
}

export interface NoticedCase {
  id: number;
  dueAt: Date;
}

const ADD = `
  insert into review_notices (organization_id, verification_id, review_round, mail, batch)
  select $1, id, round, $4, $5 from unnest($2::bigint[], $3::integer[]) as told (id, round)
  on conflict do nothing returning verification_id as id`;

const WAITING = `
  select v.id, v.review_due_at as "dueAt" from review_notices n join ${VERIFICATIONS} v
    on v.organization_id = n.organization_id and v.id = n.verification_id and v.review_round = n.review_round
  where n.organization_id = $1 and n.batch = $2 and v.state = 'reviewing' order by v.review_due_at, v.id`;

/** Those that matter to no mail any more. */
const FORGET = `
  delete from review_notices n using ${VERIFICATIONS} v
  where n.organization_id = $1 and v.organization_id = n.organization_id and v.id = n.verification_id
    and (v.state <> 'reviewing' or v.review_round <> n.review_round)`;

/** Makes cases part of a mail. @returns the ids of those that were part of none of its kind */
export async function addNotices(
  tx: EntityManager,
  { organizationId, mail, batch }: Batch,
  cases: readonly ReviewRound[],
): Promise<number[]> {
  const ids = cases.map(({ id }) => id);
  const rounds = cases.map(({ reviewRound }) => reviewRound);
  const added = await tx.query<{ id: number }[]>(ADD, [organizationId, ids, rounds, mail, batch]);
  return added.map(({ id }) => Number(id));
}

/** The cases of a mail that still wait, most urgent first. */
export function findNoticedCases(
  manager: EntityManager,
  organizationId: number,
  batch: string,
): Promise<NoticedCase[]> {
  return manager.query<NoticedCase[]>(WAITING, [organizationId, batch]);
}

export async function forgetNotices(tx: EntityManager, organizationId: number): Promise<void> {
  await tx.query(FORGET, [organizationId]);
}
