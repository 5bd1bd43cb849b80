export const RATE_LIMIT_HEADER = 'x-ratelimit-limit-app';

/** The state of a rate limit. */
export interface Allowance {
  limit: number;
  /** Requests so far in this window. */
  used: number;
  /** Seconds until the window ends. */
  resetsAfter: number;
}

/** The same for every limit. */
const WINDOW_SECONDS = 60;

/**
 * The contract's headers for a rate limit, and those of the IETF draft (draft-ietf-httpapi-ratelimit-headers-10).
 * @param policy - the limit's name in the latter
 */
export function rateHeaders({ limit, used, resetsAfter }: Allowance, policy: 'key' | 'failures') {
  const remaining = Math.max(0, limit - used);
  return {
    [RATE_LIMIT_HEADER]: limit,
    'x-ratelimit-remaining-app': remaining,
    'x-ratelimit-reset-app': resetsAfter,
    'ratelimit-policy': `"${policy}";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetsAfter}`,
  };
}
