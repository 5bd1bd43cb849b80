/** Why the person is asked for another photo; each has words of its own on the page. */
export const RETAKE_REASONS = ['blurred', 'no_document_found', 'unclear', 'wrong_document'] as const;
export type RetakeReason = (typeof RETAKE_REASONS)[number];
