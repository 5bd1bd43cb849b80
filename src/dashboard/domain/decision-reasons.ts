import { type ReviewResult } from '../../manual-review/review-vote.queries.js';

/** The reasons reviewers can choose; the texts are in the catalogue. Reviewers can add or use their own words. */
export const DECISION_REASONS = {
  approved: ['agrees', 'poorPhotos', 'nameExplained'],
  rejected: ['notGenuine', 'notAccepted', 'unreadable', 'otherPerson', 'otherName', 'notLive'],
} as const satisfies Record<ReviewResult, readonly string[]>;

export const REVIEW_RESULTS = Object.keys(DECISION_REASONS) as ReviewResult[];

/** The preselected reason. A rejection has none: the reviewer must choose. */
export const USUAL_REASON: Record<ReviewResult, string | null> = { approved: 'agrees', rejected: null };
