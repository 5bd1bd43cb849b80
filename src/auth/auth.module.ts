import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { ActivityModule } from '../activity/activity.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { Settings } from '../platform/config/settings.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { PAGE_REQUESTS_PER_MINUTE, PAGE_THROTTLER } from '../platform/pages/page-throttler.guard.js';
import { RedisModule } from '../platform/redis/redis.module.js';
import { SharedWindows } from '../platform/redis/shared-windows.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { ApiKeyManagement } from './api-key-management.js';
import { ApiLimit } from './api-throttler.guard.js';
import { FailedAuthLimiter } from './failed-auth-limiter.js';
import { ThrottlerMemory } from './throttler-memory.js';
import { ThrottlerShared } from './throttler-shared.js';

const MINUTE_MS = 60_000;

@Module({
  imports: [
    ActivityModule,
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
  providers: [ApiKeyManagement, ApiLimit, FailedAuthLimiter],
  exports: [
    ApiKeyManagement,
    ApiLimit,
    FailedAuthLimiter,
    IdempotencyModule,
    OrganizationsModule,
    StorageModule,
    ThrottlerModule,
  ],
})
export class AuthModule {}
