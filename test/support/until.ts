import { setTimeout as wait } from 'node:timers/promises';

const LONGEST_WAIT_MS = 120_000;
/** A minute of waiting stays within the thousand requests that a key has in it. */
const LOOK_MS = 75;

/** Waits until `look` gives something true, and returns it. Rejects after two minutes, where nothing else is said. */
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  { longestMs = LONGEST_WAIT_MS, lookMs = LOOK_MS } = {},
): Promise<Seen> {
  const deadline = Date.now() + longestMs;
  while (Date.now() < deadline) {
    const seen = await look();
    if (seen) return seen;
    await wait(lookMs);
  }
  throw new Error(`Waited in vain until ${what}.`);
}
