import { setTimeout as wait } from 'node:timers/promises';
import { patience } from './patience.js';

/** Less than the limit of a test, so that the error says what was awaited. */
const LONGEST_WAIT_MS = 25_000;
/** One minute of polling stays within an API key's limit of 1,000 requests per minute. */
const LOOK_MS = 75;

/**
 * Calls `look` until it returns something truthy, and returns that. Rejects after `longestMs`, by default 25 seconds, on an
 * otherwise idle machine.
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
  throw new Error(`Waited in vain until ${what}.`);
}
