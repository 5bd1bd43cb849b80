import { type ReviewResult } from '../../manual-review/review-vote.queries.js';

/** What reviewers choose from; the texts are in the catalogue. Reviewers may add or use words of their own. */
export const DECISION_REASONS = {
  approved: ['agrees', 'poorPhotos', 'nameExplained'],
  rejected: ['notGenuine', 'notAccepted', 'unreadable', 'otherPerson', 'otherName', 'notLive'],
} as const satisfies Record<ReviewResult, readonly string[]>;

export const REVIEW_RESULTS = Object.keys(DECISION_REASONS) as ReviewResult[];

/** The one that is chosen until the reviewer chooses another. A rejection needs a choice. */
export const USUAL_REASON: Record<ReviewResult, string | null> = { approved: 'agrees', rejected: null };
