import { setTimeout as wait } from 'node:timers/promises';

interface Beat {
  betweenMs: number;
  next: number;
}

/** How fast journeys of each kind begin: as fast as they are completed, until the kind has a rate. */
export class Pace<Kind extends string> {
  private readonly beats = new Map<Kind, Beat>();

  /** From now on they begin evenly spread. */
  limit(kind: Kind, perSecond: number): void {
    this.beats.set(kind, { betweenMs: 1_000 / perSecond, next: performance.now() });
  }

  /** Resolves when the next one may begin, or when the signal ends all waits. */
  async turn(kind: Kind, signal: AbortSignal): Promise<void> {
    const beat = this.beats.get(kind);
    if (!beat) return;
    const now = performance.now();
    const at = Math.max(beat.next, now);
    beat.next = at + beat.betweenMs;
    await wait(at - now, undefined, { signal }).catch(() => undefined);
  }
}
