import { setTimeout as wait } from 'node:timers/promises';
import { patience } from './patience.js';

/** Shorter than a test's limit, so that the error names the missing condition. */
const LONGEST_WAIT_MS = 50_000;
/** One minute of polling stays within an API key's limit of 1,000 requests per minute. */
const LOOK_MS = 75;

/**
 * Calls `look` until it returns something truthy, and returns that. Rejects after `longestMs` (50 seconds by default; more
 * if the machine is busy).
 */
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  { longestMs = LONGEST_WAIT_MS, lookMs = LOOK_MS } = {},
): Promise<Seen> {
  const deadline = Date.now() + patience(longestMs);
  while (Date.now() < deadline) {
    const seen = await look();
    if (seen) return seen;
    await wait(lookMs);
  }
  throw new Error(`Timed out waiting until ${what}.`);
}
