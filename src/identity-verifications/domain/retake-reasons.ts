/** Why the person is asked for another photo; the page has a text for each. */
export const RETAKE_REASONS = [
  'blurred',
  'cut_off',
  'no_document_found',
  'unclear',
  'wrong_document',
  'barcode_unread',
  'no_portrait',
  'portrait_too_small',
  'not_the_original',
] as const;
export type RetakeReason = (typeof RETAKE_REASONS)[number];
