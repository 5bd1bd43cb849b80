import { setTimeout as wait } from 'node:timers/promises';

const LONGEST_WAIT_MS = 30_000;
const LOOK_MS = 20;

/** Waits until `look` gives something other than false, null or undefined, and returns it. Rejects after 30 seconds. */
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
): Promise<Exclude<Seen, false | null | undefined>> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (Date.now() < deadline) {
    const seen = await look();
    if (seen !== false && seen != null) return seen as Exclude<Seen, false | null | undefined>;
    await wait(LOOK_MS);
  }
  throw new Error(`Waited in vain until ${what}.`);
}
