import { type ThrottlerStorage } from '@nestjs/throttler';

/** The requests of one tracker since the window's first one. */
interface Window {
  hits: number;
  blocked: boolean;
  /** In milliseconds of a monotonic clock. */
  endsAt: number;
}

export type Count = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts requests in this process, in windows that begin with a tracker's first request. The request that exceeds the
 * limit starts a block. The throttler's own storage keeps a time for each request and iterates over all of them on
 * the next one; at 1,000 requests a minute that took longer than answering them.
 */
export class ThrottlerMemory implements ThrottlerStorage {
  /** In the order in which they end, provided that all windows are equally long and none was adopted. */
  private readonly windows = new Map<string, Window>();

  /** @param now in milliseconds, from any origin */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The number of trackers in memory. */
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
    return countOf(window, now);
  }

  /** Takes over a count from elsewhere and continues it. @param leftMs until the window or the block ends */
  protected adopt(key: string, hits: number, blocked: boolean, leftMs: number): Count {
    const now = this.now();
    const window = { hits, blocked, endsAt: now + leftMs };
    this.open(key, window, now);
    return countOf(window, now);
  }

  protected isBlocked(key: string): boolean {
    return this.current(key, this.now())?.blocked ?? false;
  }

  /**
   * The requests in a tracker's window, and the seconds until it ends; if there is none, `ttl` counts as its length.
   */
  peek(key: string, ttl: number): Pick<Count, 'totalHits' | 'timeToExpire'> {
    const now = this.now();
    const { hits, endsAt } = this.current(key, now) ?? { hits: 0, endsAt: now + ttl };
    return { totalHits: hits, timeToExpire: secondsUntil(endsAt, now) };
  }

  private current(key: string, now: number): Window | undefined {
    const window = this.windows.get(key);
    return window !== undefined && window.endsAt > now ? window : undefined;
  }

  /** Moves the window to the end and deletes those that have ended. */
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

function countOf({ hits, blocked, endsAt }: Window, now: number): Count {
  const seconds = secondsUntil(endsAt, now);
  return {
    totalHits: hits,
    timeToExpire: seconds,
    isBlocked: blocked,
    timeToBlockExpire: blocked ? seconds : 0,
  };
}

/** Started seconds count. Rounded first, because the difference of such times can be 60,000.00000000001 ms. */
const secondsUntil = (end: number, now: number): number => Math.ceil(Math.round(end - now) / 1000);
