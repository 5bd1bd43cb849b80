import { Injectable } from '@nestjs/common';
import { InjectThrottlerStorage } from '@nestjs/throttler';
import { tooManyRequests } from '../common/errors.js';
import { clientNetwork } from '../common/http/client-network.js';
import { rateHeaders } from './rate-headers.js';
import { ThrottlerMemory } from './throttler-memory.js';

const FAILURES_PER_MINUTE = 1_000;
const MINUTE_MS = 60_000;

/** Counts failed authentication by network. Above 1,000 a minute the answer is 429 instead of 401. */
@Injectable()
export class FailedAuthLimiter {
  constructor(@InjectThrottlerStorage() private readonly storage: ThrottlerMemory) {}

  /** @throws AppError 429 once the network has failed too often */
  async count(address: string): Promise<void> {
    const { isBlocked } = await this.storage.increment(
      trackerOf(address),
      MINUTE_MS,
      FAILURES_PER_MINUTE,
      MINUTE_MS,
    );
    if (isBlocked) throw tooManyRequests('address_rate');
  }

  /** The rate headers of an answer to a request without a valid key. */
  headersFor(address: string): Record<string, string | number> {
    const { totalHits: used, timeToExpire: resetsAfter } = this.storage.peek(trackerOf(address), MINUTE_MS);
    return rateHeaders({ limit: FAILURES_PER_MINUTE, used, resetsAfter }, 'failures');
  }
}

const trackerOf = (address: string) => `failed-auth:${clientNetwork(address)}`;
