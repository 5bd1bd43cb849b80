import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import { type AuthenticatedRequest } from './api-key.guard.js';
import { tooManyRequests } from './too-many-requests.js';

/** The throttler's name makes the header `Retry-After-App` that the contract shows. */
export const API_THROTTLER = 'App';
export const API_REQUESTS_PER_MINUTE = 1_000;

/** 1,000 requests a minute for each API key, over all endpoints together. Runs behind the key guard. */
@Injectable()
export class ApiThrottlerGuard extends ThrottlerGuard {
  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    this.throttlers = this.throttlers.filter(({ name }) => name === API_THROTTLER);
  }

  protected override async getTracker(request: Record<string, unknown>): Promise<string> {
    return String((request as unknown as AuthenticatedRequest).principal.apiKeyId);
  }

  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return `api-key:${tracker}`;
  }

  protected override async throwThrottlingException(): Promise<void> {
    throw tooManyRequests();
  }
}
