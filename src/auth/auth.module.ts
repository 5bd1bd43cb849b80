import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PAGE_REQUESTS_PER_MINUTE, PAGE_THROTTLER } from '../platform/pages/page-throttler.guard.js';
import { API_REQUESTS_PER_MINUTE, API_THROTTLER } from './api-throttler.guard.js';
import { FailedAuthLimiter } from './failed-auth-limiter.service.js';

const MINUTE_MS = 60_000;

@Global()
@Module({
  imports: [
    OrganizationsModule,
    ThrottlerModule.forRoot([
      { name: API_THROTTLER, ttl: MINUTE_MS, limit: API_REQUESTS_PER_MINUTE },
      { name: PAGE_THROTTLER, ttl: MINUTE_MS, limit: PAGE_REQUESTS_PER_MINUTE },
    ]),
  ],
  providers: [FailedAuthLimiter],
  exports: [FailedAuthLimiter, OrganizationsModule, ThrottlerModule],
})
export class AuthModule {}
