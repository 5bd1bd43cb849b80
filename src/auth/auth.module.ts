import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { Settings } from '../platform/config/settings.js';
import { PAGE_REQUESTS_PER_MINUTE, PAGE_THROTTLER } from '../platform/pages/page-throttler.guard.js';
import { RedisModule } from '../platform/redis/redis.module.js';
import { SharedWindows } from '../platform/redis/shared-windows.service.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { ApiLimit } from './api-throttler.guard.js';
import { FailedAuthLimiter } from './failed-auth-limiter.service.js';
import { ThrottlerMemory } from './throttler-memory.service.js';
import { ThrottlerShared } from './throttler-shared.service.js';

const MINUTE_MS = 60_000;

@Module({
  imports: [
    IdempotencyModule,
    OrganizationsModule,
    StorageModule,
    ThrottlerModule.forRootAsync({
      imports: [RedisModule],
      inject: [Settings, SharedWindows],
      useFactory: ({ redisUrl }: Settings, windows: SharedWindows) => ({
        throttlers: [{ name: PAGE_THROTTLER, ttl: MINUTE_MS, limit: PAGE_REQUESTS_PER_MINUTE }],
        storage: redisUrl === undefined ? new ThrottlerMemory() : new ThrottlerShared(windows),
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
