/** Seconds before attempts 2 to 5, as the contract gives them. */
const DELAYS = [300, 600, 1_200, 2_400];

export const MAX_ATTEMPTS = DELAYS.length + 1;

/** Random deviation from the contract's delay, so that retries do not reach a receiver at the same time. */
const JITTER = 0.1;
/** The longest delay that a Retry-After can cause, as a multiple of the contract's delay. */
const LONGEST = 1.5;

/**
 * Whole seconds from the end of failed attempt `attempt` (1 to 4) to the next; null after the last one.
 * @param retryAfter the receiver's Retry-After in seconds
 * @param random 0 to 1
 */
export function retryDelay(attempt: number, retryAfter: number | null, random: number): number | null {
  const delay = DELAYS[attempt - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(jittered, Math.min(retryAfter ?? 0, delay * LONGEST)));
}

/**
 * The seconds in a Retry-After header (RFC 9110 §10.2.3: seconds or a date); null if it is absent or invalid. A date
 * is relative to the receiver's own Date header, which comes from the same clock.
 */
export function readRetryAfter(headers: Record<string, string>): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const seconds = (Date.parse(value) - Date.parse(headers['date'] ?? '')) / 1_000;
  return seconds >= 0 ? seconds : null;
}
