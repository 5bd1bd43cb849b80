import { Injectable } from '@nestjs/common';
import { InjectThrottlerStorage, type ThrottlerStorage } from '@nestjs/throttler';
import { tooManyRequests } from '../common/errors.js';

const FAILURES_PER_MINUTE = 1_000;
const MINUTE_MS = 60_000;

/** Counts failed authentication by IP address. Beyond 1,000 a minute the answer is 429 instead of 401. */
@Injectable()
export class FailedAuthLimiter {
  constructor(@InjectThrottlerStorage() private readonly storage: ThrottlerStorage) {}

  /** @throws AppError 429 once the address has failed too often */
  async count(address: string): Promise<void> {
    const { isBlocked } = await this.storage.increment(
      `failed-auth:${address}`,
      MINUTE_MS,
      FAILURES_PER_MINUTE,
      MINUTE_MS,
      'FailedAuth',
    );
    if (isBlocked) throw tooManyRequests();
  }
}
