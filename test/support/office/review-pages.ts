import { type Office } from './office.js';
import { type OfficePage, pagesOf, unfold } from './office-page.js';

const reviewer = pagesOf((office) => office.reviewer);

const caseOf =
  (which: keyof Office['verifications']): OfficePage['address'] =>
  ({ verifications }) =>
    `reviews/${verifications[which]}`;

/** The pages of reviewers. */
export const REVIEWS = [
  reviewer('reviews', 'reviews'),
  pagesOf((office) => office.firstReviewer)('reviews: none', 'reviews'),
  reviewer('review-case: with a face', caseOf('faced')),
  reviewer('review-case: to be approved', caseOf('waiting'), unfold('Approve')),
  reviewer('review-case: to be rejected', caseOf('waiting'), unfold('Reject')),
  reviewer('review-case: to be asked again', caseOf('waiting'), unfold('Ask')),
  reviewer('review-case: its keys', caseOf('waiting'), (page) =>
    page.getByRole('button', { name: 'Keys' }).click(),
  ),
  reviewer('review-case: without pictures', caseOf('unpictured')),
  reviewer('review-held', caseOf('held')),
  reviewer('review-decided', caseOf('rejected')),
];
