import { type EntityManager } from 'typeorm';
import { ACCOUNTS, USERS } from '../organizations/account.queries.js';
import { type ReviewerOfCase } from './review-claim.queries.js';

/** A reviewer's note on a decided case. Notes are never changed, and deleted only when a person is erased. */
export interface ReviewNote {
  /** The name of the member, or the address of one without. */
  member: string;
  words: string;
  createdAt: Date;
}

const ADD =
  'insert into review_notes (organization_id, verification_id, user_id, words) values ($1, $2, $3, $4)';

const LIST = `
  select coalesce(a.name, a.email) as member, n.words, n.created_at as "createdAt"
  from review_notes n join ${USERS} m on m.id = n.user_id join ${ACCOUNTS} a on a.id = m.account_id
  where n.organization_id = $1 and n.verification_id = $2 order by n.id`;

export async function insertNote(
  tx: EntityManager,
  { organizationId, verificationId, userId }: ReviewerOfCase,
  words: string,
): Promise<void> {
  await tx.query(ADD, [organizationId, verificationId, userId, words]);
}

/** In the order written. */
export function findNotes(
  manager: EntityManager,
  { organizationId, verificationId }: Omit<ReviewerOfCase, 'userId'>,
): Promise<ReviewNote[]> {
  return manager.query<ReviewNote[]>(LIST, [organizationId, verificationId]);
}

const ERASE = "update review_notes set words = 'erased' where organization_id = $1 and verification_id = $2";

/** Erases the notes on a verification. */
export async function eraseNotes(
  tx: EntityManager,
  { organizationId, verificationId }: Omit<ReviewerOfCase, 'userId'>,
): Promise<void> {
  await tx.query(ERASE, [organizationId, verificationId]);
}
