import { type EntityManager } from 'typeorm';
import { VERIFICATIONS } from '../identity-verifications/verification.queries.js';
import { ACCOUNTS, REVIEWS_CASES, USERS } from '../organizations/account.queries.js';
import { hasFourEyes } from '../organizations/organization.queries.js';
import { isSenderOf } from '../signatures/sender.queries.js';
import { type ReviewerOfCase } from './review-claim.queries.js';

/** For statements of this room: whether two reviewers must agree on the verification `v`. */
export const NEEDS_TWO = `(v.review_four_eyes or ${hasFourEyes('v.organization_id')})`;

/**
 * How the member `m` with the account `ma` is involved in the verification `v`: began it, sent the request that it
 * belongs to, or is its person; null if not at all.
 */
const INVOLVEMENT = `case
    when v.begun_by_user_id = m.id then 'began'
    when ${isSenderOf('v.organization_id', 'v.signature_id', 'm.id')} then 'sender'
    when ma.email_key = lower(btrim(v.email)) then 'person' end`;

/** The members who review and are not involved, up to as many as must agree. */
const IMPARTIAL = `(select count(*) from (
    select 1 from ${USERS} m join ${ACCOUNTS} ma on ma.id = m.account_id
    where m.organization_id = v.organization_id and m.removed_at is null
      and ${REVIEWS_CASES.replaceAll('u.', 'm.')} and ${INVOLVEMENT} is null limit 2) impartial)`;

const involvementOf = (userId: string) =>
  `(select ${INVOLVEMENT} from ${USERS} m join ${ACCOUNTS} ma on ma.id = m.account_id
    where m.organization_id = v.organization_id and m.id = ${userId})`;

/** For statements of this room: whether the user is involved in the verification `v`, and others can decide it. */
export const isKeptOut = (userId: string) =>
  `(${involvementOf(userId)} is not null and ${IMPARTIAL} >= case when ${NEEDS_TWO} then 2 else 1 end)`;

export type Involvement = 'began' | 'sender' | 'person';

/** How a reviewer is involved in a case, and whether others can decide it, so that this one may not. */
export async function findInvolvement(
  manager: EntityManager,
  { organizationId, verificationId, userId }: ReviewerOfCase,
): Promise<{ involvement: Involvement | null; isKeptOut: boolean }> {
  const [row] = await manager.query<{ involvement: Involvement | null; isKeptOut: boolean }[]>(
    `select ${involvementOf('$3')} as involvement, ${isKeptOut('$3')} as "isKeptOut"
     from ${VERIFICATIONS} v where v.organization_id = $1 and v.id = $2`,
    [organizationId, verificationId, userId],
  );
  return row ?? { involvement: null, isKeptOut: false };
}
