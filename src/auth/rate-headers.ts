export const RATE_LIMIT_HEADER = 'x-ratelimit-limit-app';

/** What is left of a limit. */
export interface Allowance {
  limit: number;
  /** Requests so far in this window. */
  used: number;
  /** Seconds until the window ends. */
  resetsAfter: number;
}

/** The contract's headers for a rate limit. */
export const rateHeaders = ({ limit, used, resetsAfter }: Allowance) => ({
  [RATE_LIMIT_HEADER]: limit,
  'x-ratelimit-remaining-app': Math.max(0, limit - used),
  'x-ratelimit-reset-app': resetsAfter,
});
