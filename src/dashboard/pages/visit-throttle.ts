import { Injectable } from '@nestjs/common';
import { InjectThrottlerStorage, type ThrottlerStorage } from '@nestjs/throttler';
import { AppError } from '../../common/errors.js';
import { clientNetwork } from '../../common/http/client-network.js';
import {
  PAGE_REQUESTS_PER_MINUTE,
  PAGE_THROTTLER,
  pageKeyOf,
} from '../../platform/pages/page-throttler.guard.js';

const MINUTE_MS = 60_000;

/** Page requests allowed per minute. Tests set other values. */
@Injectable()
export class VisitLimits {
  /** By all members of a network together: a whole office may share one. */
  ofAddress = 6_000;
  /** By people who are not signed in, including at the sign-in pages. */
  ofStrangers = PAGE_REQUESTS_PER_MINUTE;
  /** By all sessions of an account: a case under review has about twenty pictures, and open pages refresh themselves. */
  ofAccount = 600;
}

/** Counts requests for the dashboard's pages by account or, before it is known, by network. */
@Injectable()
export class VisitThrottle {
  constructor(
    @InjectThrottlerStorage() private readonly storage: ThrottlerStorage,
    private readonly limits: VisitLimits,
  ) {}

  /** Called before the session is looked up, which costs a query. @throws AppError 429 */
  countRequest(address: string): Promise<void> {
    return this.count(`dashboard:${clientNetwork(address)}`, this.limits.ofAddress);
  }

  /** Counted together with the public pages. @throws AppError 429 */
  countStranger(address: string): Promise<void> {
    return this.count(pageKeyOf(clientNetwork(address)), this.limits.ofStrangers);
  }

  /** @throws AppError 429 */
  countMember(accountId: number): Promise<void> {
    return this.count(`account:${accountId}`, this.limits.ofAccount);
  }

  private async count(key: string, limit: number): Promise<void> {
    const { isBlocked } = await this.storage.increment(key, MINUTE_MS, limit, MINUTE_MS, PAGE_THROTTLER);
    if (isBlocked) throw new AppError(429, 'Too many requests', undefined, undefined, 'address_rate');
  }
}
