import { type EntityManager } from 'typeorm';
import { type ReviewerOfCase } from './review-claim.queries.js';
import { type ReviewResult } from './review-vote.queries.js';

/** What reviewers wrote about a person, without the reviewers' identities. */
interface WrittenAbout {
  notes: { words: string; createdAt: Date }[];
  votes: { round: number; result: ReviewResult; reason: string; votedAt: Date }[];
}

const NOTES = `
  select words, created_at as "createdAt" from review_notes
  where organization_id = $1 and verification_id = $2 order by id`;

const VOTES = `
  select round, result, reason, voted_at as "votedAt" from review_votes
  where organization_id = $1 and verification_id = $2 order by id`;

/** From all rounds, in the order written. */
export async function writtenAbout(
  manager: EntityManager,
  { organizationId, verificationId }: Omit<ReviewerOfCase, 'userId'>,
): Promise<WrittenAbout> {
  const values = [organizationId, verificationId];
  return {
    notes: await manager.query<WrittenAbout['notes']>(NOTES, values),
    votes: await manager.query<WrittenAbout['votes']>(VOTES, values),
  };
}
