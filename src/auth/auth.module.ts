import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { PAGE_REQUESTS_PER_MINUTE, PAGE_THROTTLER } from '../platform/pages/page-throttler.guard.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { ApiLimit } from './api-throttler.guard.js';
import { FailedAuthLimiter } from './failed-auth-limiter.service.js';
import { ThrottlerMemory } from './throttler-memory.service.js';

const MINUTE_MS = 60_000;

@Module({
  imports: [
    IdempotencyModule,
    OrganizationsModule,
    StorageModule,
    ThrottlerModule.forRootAsync({
      useFactory: () => ({
        throttlers: [{ name: PAGE_THROTTLER, ttl: MINUTE_MS, limit: PAGE_REQUESTS_PER_MINUTE }],
        storage: new ThrottlerMemory(),
      }),
    }),
  ],
  providers: [ApiLimit, FailedAuthLimiter],
  exports: [
    ApiLimit,
    FailedAuthLimiter,
    IdempotencyModule,
    OrganizationsModule,
    StorageModule,
    ThrottlerModule,
  ],
})
export class AuthModule {}
