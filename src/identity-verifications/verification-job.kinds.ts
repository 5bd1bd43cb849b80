/** Job kinds for verifications, with their payloads: ids only, nothing personal. */
export const ANALYZE_IMAGE = 'verification.analyze';
export const ERASE_MEDIA = 'verification.erase-media';
export const EXPIRE_VERIFICATION = 'verification.expire';
export const REQUEST_REVIEW = 'verification.review-requested';
export const REMIND_OF_REVIEW = 'verification.review-due-soon';
export const SHORTEN_RETENTION = 'verification.shorten-retention';
export const TIME_OUT_REVIEW = 'verification.review-timeout';

export interface VerificationJobPayload {
  organizationId: number;
  verificationId: number;
}

export interface ShortenRetentionJobPayload extends Record<string, unknown> {
  organizationId: number;
  /** The verification to start after; 0 for the first. */
  after: number;
}

/** A review's timers end with its round: asking the person again begins another. */
export interface ReviewJobPayload extends VerificationJobPayload {
  /** 1 if missing. */
  round?: number;
}

export interface AnalyzeImageJobPayload extends VerificationJobPayload {
  imageId: number;
}
