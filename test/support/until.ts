import { setTimeout as wait } from 'node:timers/promises';

const LONGEST_WAIT_MS = 60_000;
const LOOK_MS = 20;

/** Waits until `look` gives something true, and returns it. Rejects after a minute. */
export async function until<Seen>(what: string, look: () => Seen | Promise<Seen>): Promise<Seen> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (Date.now() < deadline) {
    const seen = await look();
    if (seen) return seen;
    await wait(LOOK_MS);
  }
  throw new Error(`Waited in vain until ${what}.`);
}
