/** Seconds before attempts 2 to 5, as the contract gives them. */
const DELAYS = [300, 600, 1_200, 2_400];

export const MAX_ATTEMPTS = DELAYS.length + 1;

/** How far the chance part takes a delay from the contract's, so that receivers are not hit by all at once. */
const JITTER = 0.1;
/** How far a receiver's Retry-After may lengthen a delay. */
const LONGEST = 1.5;

/**
 * Whole seconds from the end of failed attempt `attempt` (1 to 4) to the next, or null after the last one.
 * `retryAfter`: what the receiver asked for, in seconds; `random`: 0 to 1.
 */
export function retryDelay(attempt: number, retryAfter: number | null, random: number): number | null {
  const delay = DELAYS[attempt - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(jittered, Math.min(retryAfter ?? 0, delay * LONGEST)));
}

/**
 * Seconds that a Retry-After header asks for (RFC 9110 §10.2.3: seconds or a date), null where it says nothing usable.
 * A date is read against the receiver's own Date header, whose clock it was made with.
 */
export function readRetryAfter(headers: Record<string, string>): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const seconds = (Date.parse(value) - Date.parse(headers['date'] ?? '')) / 1_000;
  return seconds >= 0 ? seconds : null;
}
