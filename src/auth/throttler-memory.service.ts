import { type ThrottlerStorage } from '@nestjs/throttler';

/** What one tracker has done since its first request of the window. */
interface Window {
  hits: number;
  blocked: boolean;
  /** In milliseconds of a clock that only goes forward. */
  endsAt: number;
}

type Count = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts requests in this process, in windows that begin with a tracker's first request; one too many blocks it, for
 * a time that begins anew. The throttler's own storage keeps a time for each request and walks through all of them on
 * the next: at 1,000 requests a minute that cost more than answering them (docs/benchmarks.md).
 */
export class ThrottlerMemory implements ThrottlerStorage {
  /** In the order in which they end, as long as all windows last equally long. */
  private readonly windows = new Map<string, Window>();

  /** @param now in milliseconds, from any start */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Trackers in memory. */
  get size(): number {
    return this.windows.size;
  }

  /** @param ttl of a window, and @param blockDuration of a block, in milliseconds */
  async increment(key: string, ttl: number, limit: number, blockDuration: number): Promise<Count> {
    const now = this.now();
    const window =
      this.current(key, now) ?? this.open(key, { hits: 0, blocked: false, endsAt: now + ttl }, now);
    window.hits++;
    if (window.hits > limit && !window.blocked) {
      window.blocked = true;
      window.endsAt = now + blockDuration;
      this.open(key, window, now);
    }
    const seconds = Math.ceil((window.endsAt - now) / 1000);
    return {
      totalHits: window.hits,
      timeToExpire: seconds,
      isBlocked: window.blocked,
      timeToBlockExpire: window.blocked ? seconds : 0,
    };
  }

  private current(key: string, now: number): Window | undefined {
    const window = this.windows.get(key);
    return window !== undefined && window.endsAt > now ? window : undefined;
  }

  /** Makes the window the last one, and forgets those that have ended. */
  private open(key: string, window: Window, now: number): Window {
    for (const [oldest, { endsAt }] of this.windows) {
      if (endsAt > now) break;
      this.windows.delete(oldest);
    }
    this.windows.delete(key);
    this.windows.set(key, window);
    return window;
  }
}
