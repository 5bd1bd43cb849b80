import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { InjectThrottlerStorage, type ThrottlerStorage } from '@nestjs/throttler';
import { type FastifyReply } from 'fastify';
import { tooManyRequests } from '../common/errors.js';
import { type AuthenticatedRequest } from './api-key.guard.js';
import { rateHeaders } from './rate-headers.js';

/** The rate limit of one API key, for all endpoints together. */
@Injectable()
export class ApiLimit {
  readonly requests: number = 1_000;
  readonly windowMs: number = 60_000;
}

/** The throttler's name, which is the suffix of the contract's header `Retry-After-App`. */
const THROTTLER = 'App';

/**
 * Limits each API key and reports the remaining requests in headers. Runs after the key guard. The library's own
 * guard, made for limits per route, took a tenth of each request's time; only its storage is used.
 */
@Injectable()
export class ApiThrottlerGuard implements CanActivate {
  constructor(
    @InjectThrottlerStorage() private readonly storage: ThrottlerStorage,
    private readonly limit: ApiLimit,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { apiKeyId } = http.getRequest<AuthenticatedRequest>().principal;
    const { requests, windowMs } = this.limit;
    const count = await this.storage.increment(
      `api-key:${apiKeyId}`,
      windowMs,
      requests,
      windowMs,
      THROTTLER,
    );
    const allowance = { limit: requests, used: count.totalHits, resetsAfter: count.timeToExpire };
    http.getResponse<FastifyReply>().headers(rateHeaders(allowance, 'key'));
    if (count.isBlocked) throw tooManyRequests('key_rate');
    return true;
  }
}
