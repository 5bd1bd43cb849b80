import { type SharedWindows } from '../platform/redis/shared-windows.js';
import { type Count, ThrottlerMemory } from './throttler-memory.js';

/**
 * Counts requests of all processes together. It remembers the shared counts: this process continues from there while
 * Redis does not answer, and sends no queries for a tracker that is blocked.
 */
export class ThrottlerShared extends ThrottlerMemory {
  constructor(private readonly shared: SharedWindows) {
    super();
  }

  override async increment(key: string, ttl: number, limit: number, blockDuration: number): Promise<Count> {
    const together = this.isBlocked(key)
      ? null
      : await this.shared.hit(key, { windowMs: ttl, limit, blockMs: blockDuration });
    if (together === null) return super.increment(key, ttl, limit, blockDuration);
    return this.adopt(key, together.hits, together.hits > limit, together.leftMs);
  }
}
